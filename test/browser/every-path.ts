/** An address of every route that a browser may open, found by the routes themselves. */

import { noOperator } from '../../src/common/operator.ts'
import { alertPages } from '../../src/site/alerts/registry.ts'
import { sitePages } from '../../src/site/registry.ts'
import { createSyntheticSite } from './synthetic-site.ts'

/** What stands for a part of a path that is not fixed. */
const samples: Readonly<Record<string, string>> = {
  ':folder/:name': 'decisions/0029-what-do-pages-show',
  ':slug': 'malatya',
  ':point': '38.355,38.310',
  ':name': 'site',
  ':code': 'validation_failed',
  ':operation': 'get-weather-forecast',
  ':token': 'none'
}
/** Without a query; not all of them are pages. */
export async function everyPath(): Promise<readonly string[]> {
  const { data } = await createSyntheticSite()
  const address = { siteUrl: 'https://ayaz.example', baseUrl: 'https://ayaz.example/api/v1' }
  const rootFolder = new URL('../../', import.meta.url).pathname
  const ofSite = sitePages({ ...address, widgets: [], rootFolder, openApi: () => ({}), data })
  const named = { alerts: { ...address, isDemo: () => true, channels: new Map() }, thermometers: {} }
  const ofAlerts = alertPages(
    { ...address, operator: noOperator },
    named as unknown as Parameters<typeof alertPages>[1]
  )
  const routes = [...ofSite, ...ofAlerts].filter(({ method }) => method === 'GET')
  return routes.map(({ path }) =>
    path.replaceAll(/:folder\/:name|:\w+/g, (part) => samples[part] ?? unknown(part, path))
  )
}

function unknown(part: string, path: string): never {
  throw new Error(`What stands for ${part} in ${path}? Add it to the samples.`)
}
