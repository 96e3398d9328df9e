import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { patience } from '../../test/patience.ts'
import { type NameServer, startNameServer } from '../../test/receivers/name-server.ts'
import { addressesIn, type LookUpTerms, lookUpLimits, openNameLookUps } from './name-look-ups.ts'
import { openOutgoing } from './outgoing.ts'

type NameLookUps = ReturnType<typeof openNameLookUps>

const address = '93.184.215.14'
let server: NameServer
let names: NameLookUps

beforeAll(async () => {
  server = await startNameServer((name) => (name.startsWith('nobody.') ? null : [address]))
})
afterAll(() => server.close())
afterEach(() => names.close())

/** Long enough that nothing times out during a test. */
const terms: LookUpTerms = { timeoutMs: 60_000, client: null, local: null }

function open(): NameLookUps {
  names = openNameLookUps({ nameServers: [server.address], firstTryMs: 60_000 })
  return names
}

/** Starts look-ups that no name server answers; each resolves with the kind or the code of its failure. */
function hanging(count: number, more: Partial<LookUpTerms> = {}): readonly Promise<string>[] {
  return Array.from({ length: count }, (_, index) =>
    names.lookUp(`hang.${index}.${more.client ?? 'service'}.test`, { ...terms, ...more }).then(
      () => 'answered',
      (error: { kind?: string; code?: string }) => error.kind ?? error.code ?? String(error)
    )
  )
}

it('names are looked up by DNS, in both families', async () => {
  expect(await open().lookUp('Hook.example.test', terms)).toEqual([{ address, family: 4 }])
  expect(server.asked).toEqual(expect.arrayContaining(['hook.example.test A', 'hook.example.test AAAA']))
  await expect(names.lookUp('nobody.test', terms)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  expect(names.counts()).toEqual({ underWay: 0, refused: 0, timedOut: 0 })
})

it('while name servers are silent about many names, others are found, and the service’s own too', async () => {
  open()
  const visitors = Array.from({ length: 16 }, (_, index) =>
    hanging(lookUpLimits.perClient, { client: `c${index}` })
  )
  expect(names.counts().underWay).toBe(lookUpLimits.ofClients)
  // The clients' share is used up; a delivery to a subscriber's server has its own.
  expect(await names.lookUp('honest.example.test', terms)).toEqual([{ address, family: 4 }])
  const operator = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })
  // Port 9 refuses, so the name was found.
  await expect(operator.send({ url: 'http://localhost:9/' })).rejects.toMatchObject({
    message: expect.stringContaining('ECONNREFUSED')
  })
  await operator.close()
  expect(names.counts().underWay).toBe(lookUpLimits.ofClients)
  names.close()
  await Promise.all(visitors.flat())
})

it('a client has few under way, and all together too: what is more is refused at once', async () => {
  open()
  const own = hanging(lookUpLimits.perClient + 1, { client: 'greedy' })
  expect(await own.at(-1)).toBe('unreachable')
  await expect(names.lookUp('x.test', { ...terms, client: 'greedy' })).rejects.toMatchObject({
    kind: 'unreachable'
  })
  expect(await names.lookUp('x.test', { ...terms, client: 'other' })).toHaveLength(1)
  const services = hanging(lookUpLimits.underWay)
  await expect(names.lookUp('y.test', terms)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(names.counts()).toMatchObject({ underWay: lookUpLimits.underWay })
  names.close()
  await Promise.all([...own, ...services])
  expect(names.counts().underWay).toBe(0)
  expect(await names.lookUp('y.test', terms)).toHaveLength(1)
})

it('a name is looked up once for all who wait for it', async () => {
  open()
  const before = server.asked.length
  await Promise.all(
    Array.from({ length: 20 }, () => names.lookUp('shared.test', { ...terms, client: 'one' }))
  )
  expect(server.asked.slice(before).toSorted()).toEqual(['shared.test A', 'shared.test AAAA'])
})

it('what no request waits for any more is cancelled, which gives its place back', async () => {
  open()
  const failures = await Promise.all(hanging(lookUpLimits.perClient, { client: 'slow', timeoutMs: 50 }))
  expect(failures).toEqual(Array(lookUpLimits.perClient).fill('timeout'))
  // By itself the request would be sent again after a minute, and wait on.
  await expect
    .poll(() => names.counts(), patience)
    .toEqual({
      underWay: 0,
      refused: 0,
      timedOut: lookUpLimits.perClient
    })
})

it('a name that was given up is looked up anew', async () => {
  open()
  const [first] = hanging(1, { timeoutMs: 20 })
  expect(await first).toBe('timeout')
  const before = server.asked.length
  const [second] = hanging(1)
  await expect.poll(() => server.asked.length, patience).toBeGreaterThan(before)
  names.close()
  await second
})

it('a name server that is silent about one family of addresses costs a moment', async () => {
  expect(await open().lookUp('half.example.test', terms)).toEqual([{ address, family: 4 }])
})

it('names of the machine’s own table come before DNS', () => {
  const table =
    '127.0.0.1 localhost\n# 10.0.0.1 nas.example.org\n\nfd00::7 NAS.example.org\n10.0.0.7\tx nas.example.org # home\n'
  expect(addressesIn(table, 'nas.example.org')).toEqual([
    { address: '10.0.0.7', family: 4 },
    { address: 'fd00::7', family: 6 }
  ])
  expect(addressesIn(table, 'elsewhere.example.org')).toEqual([])
})

it('local names are looked up by the system, which knows ways that are not DNS', async () => {
  const found = await open().lookUp('localhost', { ...terms, local: 'opened' })
  expect(found.map((one) => one.address)).toContain('127.0.0.1')
  expect(server.asked.filter((one) => one.startsWith('localhost'))).toEqual([])
})

it('local names that subscribers gave do not keep those that the operator opened waiting', async () => {
  const silent = Promise.withResolvers<[]>()
  const names = openNameLookUps({
    nameServers: [],
    system: async (name) => (name === 'x1.local' ? silent.promise : [{ address: '10.0.0.7', family: 4 }])
  })
  const given = names.lookUp('x1.local', { ...terms, client: 'a', local: 'given' })
  const next = names.lookUp('x2.local', { ...terms, client: 'a', local: 'given' })
  expect(await names.lookUp('nas.local', { ...terms, local: 'opened' })).toHaveLength(1)
  silent.resolve([])
  expect(await given).toEqual([])
  expect(await next).toHaveLength(1)
  names.close()
})
