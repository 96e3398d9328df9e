/** The code that puts a widget onto someone else's page. */
import type { Language } from '../../language/language.ts'
import { widgetPath, withQuery } from '../paths.ts'

export interface EmbedWish {
  readonly siteUrl: string
  readonly lang: Language
  readonly slug: string
  /** For the frame's `title`, which a screen reader announces. */
  readonly name: string
  readonly theme: 'auto' | 'light' | 'dark'
  readonly units: 'metric' | 'imperial'
  readonly compact: boolean
  readonly width: number
  readonly height: number
}

/** The address that the frame shows. */
export function widgetUrl(wish: EmbedWish): string {
  return withQuery(wish.siteUrl + widgetPath(wish.lang, wish.slug), {
    theme: wish.theme === 'auto' ? null : wish.theme,
    units: wish.units === 'metric' ? null : wish.units,
    compact: wish.compact ? '1' : null
  })
}

/** A frame of a fixed size; nothing of ours runs in the host's page. The text is HTML: escaped for attributes. */
export function frameCode(wish: EmbedWish): string {
  return `<iframe src="${attribute(widgetUrl(wish))}" width="${wish.width}" height="${wish.height}" style="border:0;max-width:100%" loading="lazy" title="${attribute(frameTitle(wish.lang, wish.name))}"></iframe>`
}

/** One line that makes the frame itself and keeps it as high as its content. */
export function scriptCode(wish: EmbedWish): string {
  const settings = [
    ['data-location', wish.slug],
    ['data-lang', wish.lang],
    ['data-title', frameTitle(wish.lang, wish.name)],
    ...(wish.theme === 'auto' ? [] : [['data-theme', wish.theme]]),
    ...(wish.units === 'metric' ? [] : [['data-units', wish.units]]),
    ...(wish.compact ? [['data-compact', '1']] : [])
  ]
  const written = settings.map(([name, value]) => `${name}="${attribute(value ?? '')}"`).join(' ')
  return `<script async src="${attribute(wish.siteUrl)}/widget.js" ${written}></script>`
}

/** What a frame is called. */
export function frameTitle(lang: Language, name: string): string {
  return lang === 'tr' ? `Don riski: ${name}` : `Frost risk: ${name}`
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
