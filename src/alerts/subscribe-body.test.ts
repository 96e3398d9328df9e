import { expect, it } from 'vitest'
import { crops } from '../frost/crops.ts'
import { readPatchBody, readSubscribeBody, stageDate } from './subscribe-body.ts'

const body = { location: 'malatya', channel: 'feed', threshold: 60 }

it.each([
  ['80 letters', 'ş'.repeat(80), true],
  ['80 emoji, as JSON Schema counts them', '🍑'.repeat(80), true],
  ['81 letters', 'a'.repeat(81), false],
  ['81 emoji', '🍑'.repeat(81), false],
  ['a control character', 'a\nb', false]
])('a label may have 80 characters: %s', (_, label, isTaken) => {
  expect(readSubscribeBody({ ...body, label })).toMatchObject(
    isTaken ? { ok: true, label } : { ok: false, errors: [{ pointer: '/label' }] }
  )
})

const place = { location: 'malatya', channel: 'feed' }
const temperature = { ...place, threshold_temperature: -2 }

it.each([
  ['a score', body, 60],
  ['a temperature', temperature, { temperatureC: -2, of: 'plant', probability: 0.5 }],
  [
    'all members of a temperature',
    { ...temperature, threshold_of: 'air', threshold_probability: 0.05 },
    { temperatureC: -2, of: 'air', probability: 0.05 }
  ]
])('takes %s as threshold', (_, asked, threshold) => {
  expect(readSubscribeBody(asked)).toMatchObject({ ok: true, threshold })
})

const codesOf = (asked: object) => {
  const refused = readSubscribeBody(asked)
  return 'errors' in refused ? refused.errors.map(({ pointer, code }) => [pointer, code]) : []
}

it('each fault of a body has the code of its kind, as measurements have', () => {
  const asked = {
    lat: 91,
    lon: '38',
    channel: 'feed',
    threshold: 101,
    lang: 'de',
    label: 'a\nb',
    treshold: 1
  }
  expect(codesOf(asked).toSorted()).toEqual([
    ['/label', 'invalid_format'],
    ['/lang', 'not_allowed'],
    ['/lat', 'out_of_range'],
    ['/lon', 'invalid_type'],
    ['/threshold', 'out_of_range'],
    ['/treshold', 'unknown_member']
  ])
  expect(codesOf({ ...body, threshold: 101 })).toEqual([['/threshold', 'out_of_range']])
  expect(codesOf({ ...body, destination: 7 })).toEqual([['/destination', 'invalid_type']])
  expect(codesOf({ ...body, crop: 'apricot' })).toEqual([['/stage', 'required']])
  expect(codesOf({ ...body, crop: 'mango' })).toEqual([['/crop', 'not_allowed']])
  expect(codesOf({ lat: 38, channel: 'feed', threshold: 60 })).toEqual([['/lon', 'required']])
})

it('what is missing is said in the same words, alone or among others', () => {
  const where = {
    pointer: '/location',
    code: 'required',
    detail: expect.stringMatching(/^Give `location`, .* or `lat` and `lon`/)
  }
  const detail = 'Give `threshold` (a score, 1 to 100) or `threshold_temperature` (°C, −30 to 10).'
  const threshold = { pointer: '/threshold', code: 'required', detail }
  expect(readSubscribeBody({})).toMatchObject({ errors: [where, { pointer: '/channel' }, threshold] })
  expect(readSubscribeBody({ channel: 'feed', threshold: 60 })).toMatchObject({ errors: [where] })
  expect(readSubscribeBody(place)).toMatchObject({ errors: [threshold] })
})

it.each(crops.map(({ id }) => id))(
  'without its stage %s is asked for one of those that are taken',
  (crop) => {
    for (const asked of [body, temperature]) {
      const [{ detail }] = (
        readSubscribeBody({ ...asked, crop }) as unknown as {
          readonly errors: readonly [{ readonly detail: string }]
        }
      ).errors
      if (detail.endsWith('No stage of this crop can be scored.')) continue
      const stages = /(?:Known|instead): (.+)\.$/.exec(detail)?.[1]?.split(', ') ?? []
      expect([crop, detail, stages.length > 0]).toEqual([crop, detail, true])
      const taken = detail.includes('instead: ') ? temperature : asked
      for (const stage of stages) {
        expect([stage, readSubscribeBody({ ...taken, crop, stage })]).toEqual([
          stage,
          expect.objectContaining({ ok: true })
        ])
      }
    }
  }
)

it.each([
  [{ ...body, threshold: '60' }, 'threshold: This must be a number. Write it without quotation marks: 60.'],
  [
    { ...body, threshold: '60,5' },
    'threshold: This must be a number. Write it without quotation marks: 60.5.'
  ],
  [
    { ...body, location: { slug: 'malatya' } },
    expect.stringMatching(/^location: Give .*"malatya".*two numbers/)
  ],
  [{ ...body, location: 44 }, expect.stringMatching(/^location: Give /)],
  [
    { ...body, quiet_hours: '22:00-07:00' },
    'quiet_hours: This must be an object with "from", "to", "always_from".'
  ],
  [
    { ...body, quiet_hours: { from: '22:00', to: '24:00' } },
    expect.stringMatching(/Did you mean "00:00"\?$/)
  ],
  [{ ...body, quiet_hours: { from: '22:00', to: 'dawn' } }, expect.stringMatching(/up to "23:59"\.$/)],
  [{ ...body, exposure: 'roof' }, 'exposure: This must be one of ground, vine, canopy.'],
  [
    { ...body, language: 'tr' },
    expect.stringMatching(/^language: Unknown member\. Did you mean "lang"\? Known: /)
  ],
  [{ ...body, secret: 1 }, expect.stringMatching(/^secret: Unknown member\. Known: location, /)],
  [
    { ...body, crop: 'aprikot' },
    expect.stringMatching(/^crop: No such crop\. Did you mean "apricot"\? Known: generic, /)
  ],
  [
    { ...body, crop: 'apricot', stage: 'ful-bloom' },
    expect.stringMatching(/no such stage\. Did you mean "full-bloom"\? Known: /)
  ],
  [{ ...body, lat: '38°21′', lon: 38 }, expect.stringMatching(/^lat: .* Write decimal degrees/)],
  [
    { ...body, lat: '8.355', lon: 38 },
    expect.stringMatching(/^lat: .* Write it without quotation marks: 8\.355\.$/)
  ],
  [
    { ...body, lat: ' 8,355', lon: 38 },
    expect.stringMatching(/^lat: .* Write it without quotation marks: 8\.355\.$/)
  ],
  [
    { ...body, lat: 38, lon: 38, elevation: '1.234' },
    expect.stringMatching(/^elevation: .* Did you mean 1234, or 1\.234\?$/)
  ],
  [
    { ...body, lat: '38.355', lon: 38 },
    expect.stringMatching(/^lat: .* Write it without quotation marks: 38\.355\.$/)
  ],
  [
    {},
    'location: Give `location`, a place such as "malatya", or `lat` and `lon`, two numbers. channel: Name one of those that `/channels` lists, such as "feed". threshold: Give `threshold` (a score, 1 to 100) or `threshold_temperature` (°C, −30 to 10).'
  ]
])('%j is refused in one sentence that names the member, for programs that show no more', (asked, detail) => {
  expect(readSubscribeBody(asked)).toMatchObject({ code: 'validation_failed', detail })
})

it.each(['22', '2200', '22.00', '22:00:00', 2200])('%j is no time of day, and 22:00 was meant', (from) => {
  const detail =
    'quiet_hours/from: This must be a time of day such as "22:00", up to "23:59". Did you mean "22:00"?'
  expect(readSubscribeBody({ ...body, quiet_hours: { from, to: '07:00' } })).toMatchObject({ detail })
})

it('offers the stages that are taken, an estimate among them', () => {
  for (const asked of [{}, { stage: 'harvest' }, { stage: 'swollen-bud' }]) {
    const refused = readSubscribeBody({ ...body, crop: 'apricot', ...asked })
    const detail = 'errors' in refused ? refused.errors[0]?.detail : ''
    expect(detail).toMatch(/: tips-separate, .*auto\.$/)
  }
})

it.each([
  ['neither', place, '/threshold'],
  ['both', { ...body, threshold_temperature: -2 }, '/threshold_temperature'],
  ['a score with whose minimum', { ...body, threshold_of: 'air' }, '/threshold_of'],
  ['a probability without a temperature', { ...place, threshold_probability: 0.5 }, '/threshold_probability'],
  ['a temperature below −30', { ...place, threshold_temperature: -30.1 }, '/threshold_temperature'],
  ['a temperature above 10', { ...place, threshold_temperature: 10.1 }, '/threshold_temperature'],
  ['a probability of 0.04', { ...temperature, threshold_probability: 0.04 }, '/threshold_probability'],
  ['a probability of 1', { ...temperature, threshold_probability: 1 }, '/threshold_probability'],
  ['the minimum of the soil', { ...temperature, threshold_of: 'soil' }, '/threshold_of']
])('refuses %s and names the member', (_, asked, pointer) => {
  const refused = readSubscribeBody(asked)
  expect(refused).toMatchObject({ ok: false, errors: [{ pointer }] })
  const codes = ['validation_failed', 'threshold_out_of_range']
  expect(codes).toContain('code' in refused ? refused.code : null)
})

it('a stage without a score is one for a threshold in degrees only', () => {
  const vine = { location: 'malatya', channel: 'feed', crop: 'bağ', stage: 'new-growth' }
  expect(readSubscribeBody({ ...vine, threshold_temperature: -1.1 })).toMatchObject({
    planting: { crop: 'grape-vinifera', stage: 'new-growth', exposure: null }
  })
  expect(readSubscribeBody({ ...vine, threshold: 40 })).toMatchObject({
    errors: [{ pointer: '/stage', code: 'not_allowed', detail: expect.stringContaining('−1.1 °C') }]
  })
})

it('a stage grows old, but no estimate, and neither wood nor leaves, which are there all year', () => {
  const dated = ['full-bloom', 'new-growth', 'auto', 'wood', 'leaf', null].map((one) => stageDate(one, 7))
  expect(dated).toEqual([7, 7, null, null, null, null])
})

it.each([
  [{ threshold: 0.6 }, 'Did you mean 60?'],
  [{ threshold: 0.57 }, 'Did you mean 57?'],
  [{ threshold: -2.5 }, 'goes into `threshold_temperature`.'],
  [{ threshold: 0.001 }, 'is announced.'],
  [{ threshold: 600 }, 'is announced.'],
  [{ threshold: undefined, threshold_temperature: -2, threshold_probability: 30 }, 'Did you mean 0.3?']
])('of %j it says what is meant, where that is likely', (asked, end) => {
  for (const refused of [readSubscribeBody({ ...body, ...asked }), readPatchBody(asked)])
    expect(refused).toMatchObject({ code: 'threshold_out_of_range', detail: expect.stringMatching(/[.?]$/) })
  const refused = readSubscribeBody({ ...body, ...asked })
  expect('detail' in refused ? refused.detail.slice(-end.length) : '').toBe(end)
})
