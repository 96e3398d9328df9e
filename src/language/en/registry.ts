/** Every English text that a person can read, by topic: its shape is the shape of every catalogue. */
import { alerts, calendar, channels, phone, seen, telegram, thresholds } from './alerts.ts'
import { cli, observe, setup } from './cli.ts'
import { series } from './commands.ts'
import { crops, protection } from './crops.ts'
import { doctor, status } from './doctor.ts'
import { linkPages, manage, manageProblems, people, tonight } from './manage.ts'
import { attribution, dates, documents, notices, numbers, paths } from './notices.ts'
import { embed, errorPages, field, frame, home, map, privacy, widget } from './pages.ts'
import { place, record } from './place.ts'
import { refusals, refusedMembers, settings, storeFaults } from './settings.ts'
import { members, subscribe } from './subscribe.ts'
import { howCold, intakes, thermometers } from './thermometers.ts'
import { charts, climate, frost, headline, hero, weather } from './weather.ts'

export const en = {
  alerts,
  attribution,
  calendar,
  channels,
  charts,
  cli,
  climate,
  crops,
  dates,
  doctor,
  documents,
  embed,
  errorPages,
  field,
  frame,
  frost,
  headline,
  hero,
  home,
  howCold,
  linkPages,
  manage,
  manageProblems,
  map,
  notices,
  numbers,
  intakes,
  members,
  observe,
  paths,
  people,
  phone,
  place,
  privacy,
  protection,
  record,
  refusals,
  refusedMembers,
  seen,
  series,
  settings,
  setup,
  status,
  storeFaults,
  subscribe,
  telegram,
  thermometers,
  tonight,
  thresholds,
  weather,
  widget
}

export type Catalogue = Readonly<typeof en>
