/** What can be done against tonight's frost: what helps first, the rest in a line each. */

import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import { needsProtection, type Protection } from '../../frost/protection/protection.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { isNightPast, nightAdverb } from '../../language/headline.ts'
import { wordsIn } from '../../language/language.ts'
import {
  type AdviceWording,
  heatersWords,
  sprinklerWords,
  windMachineWords
} from '../../language/protection-words.ts'
import { html, type Markup } from '../html.ts'
import { growersLink } from '../pieces.ts'
import type { StageLimit } from '../profile-question.ts'
import { nightWording } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'

/** Null: no protection is needed, or the crop rests. @param limit a stage with a temperature and no score */
export function adviceSection(
  report: PlaceReport,
  limit: StageLimit | null,
  visitor: Visitor
): Markup | null {
  const { at, tonight } = report
  const wording = nightWording(report, visitor)
  const advice = limit === null ? report.tonightProtection : (report.tonightLimit?.protection ?? null)
  const words = wordsIn(visitor.lang).protection
  const heading = words.heading(nightAdverb(tonight, wording))
  if (isNightPast(tonight, at)) return advice === null ? null : stopSection(advice, wording)
  if (advice === null) {
    const isAsked = tonight?.state === 'known' && needsProtection(tonight) && !report.isResting
    return isAsked ? toBeChosen(report.profile.crop === null ? 'crop' : 'stage', words, heading) : null
  }
  const { sprinkler, windMachine, heaters, criticalC } = advice
  if ([sprinkler, windMachine, heaters].every(({ reason }) => reason === 'no_cold')) return null
  const methods = [
    {
      name: words.methods.sprinkler,
      usable: sprinkler.usable,
      sentences: sprinklerWords(sprinkler, { at, criticalC, wording })
    },
    {
      name: words.methods.wind_machine,
      usable: windMachine.usable,
      sentences: windMachineWords(windMachine, wording)
    },
    { name: words.methods.heaters, usable: heaters.usable, sentences: heatersWords(heaters, wording) }
  ]
  const shown = [...methods].sort((a, b) => Number(b.usable ?? false) - Number(a.usable ?? false))
  return html`<section class="panel side tall" aria-labelledby="advice"><h2 id="advice">${heading}</h2>
<div class="advice">${shown.map(
    ({ name, usable, sentences: [first, ...rest] }, index) =>
      html`<div${usable === true ? null : html` class="idle"`}><h3>${name}</h3>
        <p${usable === true ? html` class="do"` : null}>${first}</p>
        ${moreWords(rest, index === 0 ? null : wordsIn(visitor.lang).alerts.details)}</div>`
  )}</div>
<p class="quiet small">${words.untested} ${growersLink(words.more, visitor)}</p></section>`
}

/** Further sentences of a method; behind `summary` where it is not the first. */
function moreWords(sentences: readonly string[], summary: string | null): Markup | null {
  if (sentences.length === 0) return null
  const list = html`<ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`
  return summary === null ? list : html`<details><summary>${summary}</summary>${list}</details>`
}

function stopSection(
  protection: Protection,
  wording: AdviceWording & { readonly at: number }
): Markup | null {
  const stop = stopWords(protection, wording)
  if (stop === null) return null
  return html`<section class="panel side" aria-labelledby="advice"><h2 id="advice">
    ${wordsIn(wording.lang).protection.methods.sprinkler}</h2>
<p class="do">${stop}</p></section>`
}

/** When water that may run is to be stopped; null where it is of no use, or the ice has melted. */
export function stopWords(
  { sprinkler, criticalC }: Protection,
  wording: AdviceWording & { readonly at: number }
): string | null {
  const { at } = wording
  if (sprinkler.usable !== true || (sprinkler.stopAt !== null && sprinkler.stopAt <= at)) return null
  return sprinklerWords(sprinkler, { at, isPast: true, criticalC, wording })[0] ?? null
}

/** Says that crop or stage must be chosen: no method can be judged without the critical temperature. */
function toBeChosen(lacking: 'crop' | 'stage', words: Catalogue['protection'], heading: string): Markup {
  const [target, chosen] = lacking === 'crop' ? ['#crops', words.chooseCrop] : ['#stages', words.chooseStage]
  return html`<section class="panel side noprint" aria-labelledby="advice"><h2 id="advice">${heading}</h2>
<p><a href="${target}">${chosen}</a>: ${words.chosenWhy}</p></section>`
}
