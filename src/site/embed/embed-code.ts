/** The code that puts a widget onto someone else's page. */
import { escapeMarkup } from '../../common/markup.ts'
import type { ProfileRequest } from '../../frost/scoring-profile.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { widgetPath, withQuery } from '../paths.ts'

export interface EmbedOptions {
  readonly siteUrl: string
  readonly lang: Language
  readonly slug: string
  /** The visitor's own name for a field. */
  readonly label?: string | null
  /** The frame's `title`, which a screen reader announces. */
  readonly name: string
  readonly theme: 'auto' | 'light' | 'dark'
  readonly units: 'metric' | 'imperial'
  readonly compact: boolean
  readonly asked: ProfileRequest
  readonly width: number
  readonly height: number
}

export function widgetUrl(embed: EmbedOptions): string {
  return withQuery(embed.siteUrl + widgetPath(embed.lang, embed.slug), {
    theme: embed.theme === 'auto' ? null : embed.theme,
    units: embed.units === 'metric' ? null : embed.units,
    compact: embed.compact ? '1' : null,
    ...embed.asked,
    label: embed.label ?? null
  })
}

/** Code for a frame of a fixed size; no script of ours runs in the host's page. The text is escaped for attributes. */
export function frameCode(embed: EmbedOptions): string {
  return (
    `<iframe src="${escapeMarkup(widgetUrl(embed))}" width="${embed.width}" height="${embed.height}" ` +
    'style="border:0;max-width:100%" loading="lazy" ' +
    `title="${escapeMarkup(frameTitle(embed.lang, embed.name))}"></iframe>`
  )
}

/** One line that makes the frame itself and keeps it as high as its content. */
export function scriptCode(embed: EmbedOptions): string {
  const settings = [
    ['data-location', embed.slug],
    ['data-lang', embed.lang],
    ['data-title', frameTitle(embed.lang, embed.name)],
    ...(embed.theme === 'auto' ? [] : [['data-theme', embed.theme]]),
    ...(embed.units === 'metric' ? [] : [['data-units', embed.units]]),
    ...(embed.compact ? [['data-compact', '1']] : []),
    ...Object.entries({ ...embed.asked, label: embed.label ?? null }).flatMap(([name, value]) =>
      value === null ? [] : [[`data-${name}`, value]]
    )
  ]
  const written = settings.map(([name, value]) => `${name}="${escapeMarkup(value ?? '')}"`).join(' ')
  return `<script async src="${escapeMarkup(embed.siteUrl)}/widget.js" ${written}></script>`
}

export function frameTitle(lang: Language, name: string): string {
  return wordsIn(lang).embed.frameTitle(name)
}
