/**
 * A browser and its push service in one: makes a subscription, takes the encrypted push and opens it as RFC 8291
 * says, and checks the sender's VAPID token as RFC 8292 says. All by node:crypto, sharing no code with the sender.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify
} from 'node:crypto'
import { type LoopbackAnswer, type LoopbackServer, type ReceivedRequest, startLoopback } from './loopback.ts'

export interface OpenedPush {
  readonly text: string
  readonly ttlSeconds: number
  readonly urgency: string | null
  readonly topic: string | null
  readonly encryptedBytes: number
  /** The claims of the VAPID token, its signature having been checked against the key beside it. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  readonly applicationServerKey: string
}

export interface PushService extends LoopbackServer {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  readonly opened: OpenedPush[]
  /** Answers the next request so; a promise holds it back until then. */
  readonly answerNext: (answer: PlannedAnswer) => void
}

type PlannedAnswer = LoopbackAnswer | null | Promise<LoopbackAnswer | null>

/** Starts a push service with one subscribed browser; what it cannot open or verify it answers with 400. */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const opened: OpenedPush[] = []
  const answers: PlannedAnswer[] = []
  const server = await startLoopback((request) => {
    const next = answers.shift()
    if (next !== undefined) return next
    try {
      opened.push(open(request, browser, auth))
      return { status: 201, headers: { location: '/m/1' } }
    } catch (error) {
      return { status: 400, body: String(error) }
    }
  })
  const keys = { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  const subscription = { endpoint: `${server.origin}/push/${randomBytes(18).toString('base64url')}`, keys }
  return { ...server, subscription, opened, answerNext: (answer) => void answers.push(answer) }
}

function open(request: ReceivedRequest, browser: ECDH, auth: Buffer): OpenedPush {
  if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
  const ttl = Number(request.headers['ttl'])
  if (!Number.isInteger(ttl) || ttl < 0) throw new Error('TTL missing or wrong')
  const text = decrypt(request.body, browser, auth)
  return {
    text,
    ttlSeconds: ttl,
    urgency: header(request, 'urgency'),
    topic: header(request, 'topic'),
    encryptedBytes: request.body.length,
    ...readVapid(header(request, 'authorization') ?? '')
  }
}

function header(request: ReceivedRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

/** RFC 8188 §2.1 for the frame, RFC 8291 §3.4 for the keys; one record, as push messages are. */
function decrypt(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const shared = browser.computeSecret(senderKey)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey])
  const material = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32))
  const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('bad padding delimiter')
  return padded.subarray(0, end).toString('utf8')
}

function readVapid(authorization: string): Pick<OpenedPush, 'claims' | 'applicationServerKey'> {
  const found = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(authorization)
  if (found === null) throw new Error('no vapid authorization')
  const [, token = '', key = ''] = found
  const [head = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65 || point[0] !== 4) throw new Error('not an uncompressed P-256 point')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url')
    }
  })
  const signed = Buffer.from(`${head}.${payload}`)
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
    throw new Error('bad signature')
  return { claims: JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')), applicationServerKey: key }
}
