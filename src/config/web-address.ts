/** Reads the address of a web server from the environment. What may hold a password or a token is never repeated. */
import Type, { type TString } from 'typebox'
import { type EnvironmentVariable, type Parsed, variable } from './environment.ts'

/** A variable that holds the address of a web server, kept without a slash at its end. */
export function webAddressVariable<Default extends string | null>({
  example,
  secret = false,
  ...named
}: {
  readonly name: string
  readonly description: string
  readonly default: Default
  readonly example: string
  readonly secret?: boolean
}): EnvironmentVariable<string | Default> {
  return variable<string | Default, TString>({
    ...named,
    secret,
    schema: Type.String(),
    allowed: 'an http or https address',
    read: (text) => {
      const read = readWebAddress(named.name, text, example)
      return secret && 'mistake' in read
        ? { ...read, mistake: read.mistake.replace(`: "${text}"`, '') }
        : read
    }
  })
}

/** The address of a server that has one by default. */
export function serverVariable(
  name: string,
  description: string,
  standard: string
): EnvironmentVariable<string> {
  return webAddressVariable({ name, description, default: standard, example: standard })
}

/** The address without a slash at its end. @param example an address as it should be, for the remedy */
export function readWebAddress(name: string, text: string, example: string): Parsed<string> {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const shown = /[@?#]/.test(text) ? '' : `: "${text}"`
    return {
      mistake: `${name} is not an http or https address${shown}.`,
      remedy: `Give one such as ${example}, or leave ${name} out.`
    }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      mistake: `${name} has a user name or a password in it.`,
      remedy: `Leave out what stands before the "@": addresses are shown. Give one such as ${example}.`
    }
  }
  if (url.search !== '' || url.hash !== '') {
    return {
      mistake: `${name} has a query or a fragment.`,
      remedy: `Leave out what stands from the "?" or "#" on. Give an address such as ${example}.`
    }
  }
  return { value: text.replace(/\/+$/, '') }
}

/**
 * The address of the site: an origin, because its pages lie at the root of their server and link each other from there.
 */
export function readSiteUrl(text: string): Parsed<string> {
  const example = 'https://weather.example.org'
  const read = readWebAddress('SITE_URL', text, example)
  if ('mistake' in read || new URL(read.value).pathname === '/') return read
  return {
    mistake: `SITE_URL has a path: "${text}".`,
    remedy: `The pages cannot be served below a path. Give the service a host name of its own, such as ${example}.`
  }
}
