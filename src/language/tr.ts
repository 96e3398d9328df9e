/** Every Turkish text that a person can read, by topic. */
import type { Catalogue } from './en.ts'
import { embed } from './tr/embed.ts'
import { errorPages } from './tr/error-pages.ts'
import { frame } from './tr/frame.ts'
import { home } from './tr/home.ts'
import { linkPages } from './tr/link-pages.ts'
import { manageProblems } from './tr/manage-problems.ts'
import { place } from './tr/place.ts'
import { status } from './tr/status.ts'
import { subscribe } from './tr/subscribe.ts'
import { widget } from './tr/widget.ts'

export const tr: Catalogue = {
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
