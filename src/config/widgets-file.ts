/**
 * The operator's own widgets: a JSON list of {slug, location, title?, accent?}, read with the rest of the
 * configuration.
 */
import { readFileSync } from 'node:fs'
import { slugPattern } from '../places/folding.ts'
import type { NamedWidget } from '../site/ports.ts'
import type { Parsed } from './environment.ts'

export interface WidgetsFile {
  readonly path: string
  /** Whether their places exist is known once the places are open. */
  readonly widgets: readonly NamedWidget[]
}

const longestTitle = 80
const remedy =
  'Write a list such as [{"slug": "our-coop", "location": "malatya", "title": "Our cooperative", "accent": "#1f6f8b"}]; title and accent may be left out.'

/** Reads the file; everything that is wrong with it is told at once. */
export function readWidgetsFile(path: string): Parsed<WidgetsFile> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      mistake: `The file of WIDGETS_FILE, ${path}, cannot be read (${code ?? 'unknown'}).`,
      remedy: 'Give the path of a file that this service may read, or leave WIDGETS_FILE out.'
    }
  }
  const rows = parse(text)
  if (!Array.isArray(rows)) return mistaken(path, ['it is not a JSON list'])
  const faults = rows.flatMap((row: unknown, index) =>
    faultsOf(Object(row)).map((fault) => `entry ${index + 1} ${fault}`)
  )
  const slugs = rows.map((row: unknown) => Object(row).slug as unknown)
  const repeated = slugs.filter((slug, index) => typeof slug === 'string' && slugs.indexOf(slug) < index)
  faults.push(...new Set(repeated.map((slug) => `"${slug}" is there more than once`)))
  if (faults.length > 0) return mistaken(path, faults)
  return { value: { path, widgets: rows.map(widgetOf) } }
}

type Row = Readonly<Record<string, unknown>>

function faultsOf({ slug, location, title = null, accent = null }: Row): readonly string[] {
  const isSlug = (value: unknown): boolean => typeof value === 'string' && slugPattern.test(value)
  return [
    ...(isSlug(slug) ? [] : ['has no slug of a–z, 0–9 and hyphens']),
    ...(isSlug(location) ? [] : ['has no location that is the slug of a place']),
    ...(title === null || (typeof title === 'string' && title.length <= longestTitle)
      ? []
      : [`has a title that is no text of at most ${longestTitle} characters`]),
    ...(accent === null || (typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent))
      ? []
      : ['has an accent that is no colour such as "#1f6f8b"'])
  ]
}

function widgetOf({ slug, location, title = null, accent = null }: NamedWidget): NamedWidget {
  return { slug, location, title, accent }
}

function mistaken(path: string, faults: readonly string[]): Parsed<never> {
  return { mistake: `The file of WIDGETS_FILE, ${path}: ${faults.join('; ')}.`, remedy }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
