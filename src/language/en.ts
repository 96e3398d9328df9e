/** Every English text that a person can read, by topic. English is the default language: its shape is the shape of every catalogue. */
import { embed } from './en/embed.ts'
import { errorPages } from './en/error-pages.ts'
import { frame } from './en/frame.ts'
import { home } from './en/home.ts'
import { linkPages } from './en/link-pages.ts'
import { manageProblems } from './en/manage-problems.ts'
import { place } from './en/place.ts'
import { status } from './en/status.ts'
import { subscribe } from './en/subscribe.ts'
import { widget } from './en/widget.ts'

export const en = {
  embed,
  errorPages,
  frame,
  home,
  linkPages,
  manageProblems,
  place,
  status,
  subscribe,
  widget
}

/** The texts of one language. */
export type Catalogue = Readonly<typeof en>
