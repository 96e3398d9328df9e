/** The operator's widgets: a JSON list of {slug, location, title?, accent?}, read with the configuration. */
import { readFileSync } from 'node:fs'
import type { Catalogue } from '../language/en/registry.ts'
import { slugPattern } from '../places/folding.ts'
import type { NamedWidget } from '../site/ports.ts'
import { type Parsed, said, unreadable } from './environment.ts'

/** The largest logo: each page and mail carries it. */
const maxBytes = 65_536
const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

export function readLogo(path: string): Parsed<Uint8Array> {
  let logo: Buffer
  try {
    logo = readFileSync(path)
  } catch (error) {
    return unreadable('OPERATOR_LOGO', path, error)
  }
  if (signature.equals(logo.subarray(0, signature.length)) && logo.length <= maxBytes) return { value: logo }
  return {
    mistake: said(({ notLogo }) => notLogo(path, logo.length)),
    remedy: said(({ giveLogo }) => giveLogo)
  }
}

export interface WidgetsFile {
  readonly path: string
  /** Whether their places exist is known once the places are open. */
  readonly widgets: readonly NamedWidget[]
}

const longestTitle = 80
type Words = Catalogue['settings']['widgets']
type Fault = (words: Words) => string

export function readWidgetsFile(path: string): Parsed<WidgetsFile> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return unreadable('WIDGETS_FILE', path, error)
  }
  const rows = parse(text)
  if (!Array.isArray(rows)) return mistaken(path, [({ noList }) => noList])
  const faults = rows.flatMap((row: unknown, index) =>
    faultsOf(Object(row)).map(
      (fault): Fault =>
        (words) =>
          words.entry(index + 1, fault(words))
    )
  )
  const slugs = rows.map((row: unknown) => Object(row).slug as unknown)
  const repeated = slugs.filter((slug, index) => typeof slug === 'string' && slugs.indexOf(slug) < index)
  faults.push(
    ...[...new Set(repeated)].map(
      (slug): Fault =>
        ({ twice }) =>
          twice(String(slug))
    )
  )
  if (faults.length > 0) return mistaken(path, faults)
  return { value: { path, widgets: rows.map(widgetOf) } }
}

function faultsOf({
  slug,
  location,
  title = null,
  accent = null
}: Readonly<Record<string, unknown>>): readonly Fault[] {
  const isSlug = (value: unknown): boolean => typeof value === 'string' && slugPattern.test(value)
  return [
    ...(isSlug(slug) ? [] : [({ noSlug }: Words) => noSlug]),
    ...(isSlug(location) ? [] : [({ noLocation }: Words) => noLocation]),
    ...(title === null || (typeof title === 'string' && title.length <= longestTitle)
      ? []
      : [({ badTitle }: Words) => badTitle(longestTitle)]),
    ...(accent === null || (typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent))
      ? []
      : [({ badAccent }: Words) => badAccent])
  ]
}

function widgetOf({ slug, location, title = null, accent = null }: NamedWidget): NamedWidget {
  return { slug, location, title, accent }
}

function mistaken(path: string, faults: readonly Fault[]): Parsed<never> {
  return {
    mistake: said(({ widgets }) => widgets.file(path, faults.map((fault) => fault(widgets)).join('; '))),
    remedy: said(({ widgets }) => widgets.giveList)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
