/** Quotas in Redis or Valkey: one hash for each client, with the counts of its slots. */
import type { Redis } from 'ioredis'
import { slotEndsAt, slotsAt, slotsOfWindow } from '../common/window-slots.ts'
import type { QuotaGrant, QuotaRequest, SharedQuotas } from '../http/quota-ports.ts'

/**
 * For each client: what has left the window is forgotten, and of the wanted requests as many pass as the quota
 * leaves. KEYS: the clients. ARGV, five for each: slot, last slot that is over, quota, wanted, lifetime [ms].
 */
const takeScript = `
local granted = {}
for index, key in ipairs(KEYS) do
  local at = (index - 1) * 5
  local slot, over = ARGV[at + 1], tonumber(ARGV[at + 2])
  local quota, wanted = tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])
  local counts = redis.call('HGETALL', key)
  local used, oldest = 0, tonumber(slot)
  for field = 1, #counts, 2 do
    local counted = tonumber(counts[field])
    if counted <= over or counted > tonumber(slot) + ${slotsOfWindow} then
      redis.call('HDEL', key, counts[field])
    else
      used = used + tonumber(counts[field + 1])
      if counted < oldest then oldest = counted end
    end
  end
  local passes = math.min(wanted, math.max(0, quota - used))
  if passes > 0 then
    redis.call('HINCRBY', key, slot, passes)
    redis.call('PEXPIRE', key, ARGV[at + 5])
  end
  granted[index] = { passes, used + passes, oldest }
end
return granted`

const announceScript = `
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
local all, before = redis.call('ZRANGE', KEYS[1], 0, -1), 0
for _, process in ipairs(all) do
  if process < ARGV[3] then before = before + 1 end
end
return { #all, before }`

/** Quotas of the processes that share a Redis; they are lost with it, which gives every client a new window. */
export function redisQuotas(redis: Redis): SharedQuotas {
  const take = scriptOf(redis, 'ayazTakeQuotas', takeScript)
  const announce = scriptOf(redis, 'ayazAnnounce', announceScript)
  return {
    async take(requests, nowAt) {
      const answers = (await take(
        requests.map(({ key }) => `ayaz:quota:${key}`),
        requests.flatMap((request) => argumentsOf(request, nowAt))
      )) as readonly (readonly [number, number, number])[]
      return requests.map((request, index) => grantOf(request, answers[index]))
    },
    async announce(process, nowAt, goneAt) {
      const seen = [nowAt, goneAt, process, nowAt - goneAt]
      const [count, before] = (await announce(['ayaz:processes'], seen)) as readonly [number, number]
      return { count, before }
    }
  }
}

function argumentsOf({ windowMs, quota, wanted }: QuotaRequest, nowAt: number): readonly number[] {
  const { slot, over } = slotsAt(windowMs, nowAt)
  return [slot, over, quota, wanted, slotEndsAt(windowMs, slot) - nowAt]
}

function grantOf(
  { windowMs }: QuotaRequest,
  answer: readonly [number, number, number] | undefined
): QuotaGrant {
  if (answer === undefined) throw new Error('Redis left out a client')
  const [granted, used, oldest] = answer
  return { granted, used, freeAt: slotEndsAt(windowMs, oldest) }
}

type Script = (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>

/** A script that Redis knows by its hash after the first call. */
function scriptOf(redis: Redis, name: string, lua: string): Script {
  redis.defineCommand(name, { lua })
  const commands = redis as unknown as Record<
    string,
    (...given: readonly (string | number)[]) => Promise<unknown>
  >
  return (keys, args) => {
    const command = commands[name]
    if (command === undefined) throw new Error(`Redis has no command ${name}`)
    return command.call(redis, keys.length, ...keys, ...args)
  }
}
