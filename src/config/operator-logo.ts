import { readFileSync } from 'node:fs'
import { type Parsed, said, unreadable } from './environment.ts'

/** Each page and mail carries it. */
const mostBytes = 65_536
const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export function readLogo(path: string): Parsed<Uint8Array> {
  let logo: Buffer
  try {
    logo = readFileSync(path)
  } catch (error) {
    return unreadable('OPERATOR_LOGO', path, error)
  }
  if (signature.equals(logo.subarray(0, signature.length)) && logo.length <= mostBytes) return { value: logo }
  return {
    mistake: said(({ notLogo }) => notLogo(path, logo.length)),
    remedy: said(({ giveLogo }) => giveLogo)
  }
}
