import { type Reads, readsUsual } from './bodies.ts'

/** How much of such a body is read, and used: the rest is read to its end, so that the answer reaches the browser. */
export const fileLimits = { bodyBytes: 16 * 1024 ** 2, usedBytes: 3 * 1024 ** 2 }
/** A form has some ten members. */
const mostParts = 64

/** As usual, and forms with a file; anything else becomes an empty form. */
export const readsFile: Reads = (type) =>
  /^multipart\/form-data\s*(?:;|$)/i.test(type) ? (bytes) => formIn(type, bytes) : readsUsual(type)

async function formIn(contentType: string, body: Buffer): Promise<URLSearchParams> {
  const form = new URLSearchParams()
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = `--${quoted ?? plain ?? ''}`
  if (boundary === '--' || body.toString('latin1').split(boundary).length > mostParts) return form
  // What was left out at the end is a shorter file.
  const whole = Buffer.concat([body, Buffer.from(`\r\n${boundary}--\r\n`)])
  try {
    const parts = await new Response(whole, { headers: { 'content-type': contentType } }).formData()
    for (const [name, value] of parts) {
      form.append(name, typeof value === 'string' ? value : latinOf(await value.arrayBuffer()))
    }
  } catch {
    return new URLSearchParams()
  }
  return form
}

function latinOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1')
}
