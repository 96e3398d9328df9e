/** Proxies of a network that lets nothing else out, from the variables that other programs read too. */

/** Each null or empty: none. */
export interface Proxies {
  /** For `http:` and, where `https` is null, for `https:` as well. */
  readonly httpProxy: string | null
  readonly httpsProxy: string | null
  /** Hosts and domains that are asked without a proxy, with commas between them. */
  readonly noProxy: string | null
}

const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const

/** The environment with upper-case names also for lower-case ones, which curl wants. */
export function withProxyNames(
  environment: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string | undefined>> {
  const lower = variables.flatMap((name) => {
    const value = environment[name.toLowerCase()]
    return value === undefined || environment[name] ? [] : [[name, value] as const]
  })
  return lower.length === 0 ? environment : { ...environment, ...Object.fromEntries(lower) }
}

export function proxiesIn(environment: Readonly<Record<string, string | undefined>>): Proxies {
  const [httpProxy = null, httpsProxy = null, noProxy = null] = variables.map(
    (name) => withProxyNames(environment)[name]
  )
  return { httpProxy, httpsProxy, noProxy }
}
