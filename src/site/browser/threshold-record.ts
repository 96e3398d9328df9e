// A slider next to the number of a threshold, and what that threshold would have meant in the nights on record.

interface NightsOnRecord {
  readonly nights: number
  /** For each temperature and probability: from which threshold on each night has a message. */
  readonly degrees: Readonly<Record<string, Readonly<Record<string, readonly number[]>> | undefined>>
  readonly scores: readonly number[]
}

const ranges = {
  threshold: { min: '5', max: '95', step: '5' },
  threshold_temperature: { min: '-10', max: '2', step: '0.5' }
} as const

async function readRecord(address: string): Promise<NightsOnRecord | null> {
  const answer = await fetch(address).catch(() => null)
  return answer?.ok ? ((await answer.json()) as NightsOnRecord) : null
}

function addSlider(input: HTMLInputElement, limits: Readonly<Record<string, string>>): void {
  const range = document.createElement('input')
  Object.assign(range, { type: 'range', ...limits, value: input.value })
  range.setAttribute('aria-label', input.form?.dataset['slider'] ?? '')
  range.addEventListener('input', () => {
    input.value = range.value
  })
  input.addEventListener('input', () => {
    range.value = input.value
  })
  input.closest('label')?.after(range)
}

/** How many nights on record have a message by what is filled in; null where the record does not say. */
function messagesIn(form: HTMLFormElement, record: NightsOnRecord): number | null {
  const filledIn = (name: string): string => String(new FormData(form).get(name) ?? '')
  if (filledIn('threshold_kind') !== 'degrees') {
    const least = Number(filledIn('threshold'))
    return record.scores.filter((score) => score >= least).length
  }
  const limit = Number(filledIn('threshold_temperature'))
  const nights = record.degrees[filledIn('threshold_of')]?.[filledIn('threshold_probability')]
  return nights?.filter((from) => from <= limit).length ?? null
}

function attachRecord(form: HTMLFormElement): void {
  const line = form.querySelector<HTMLElement>('[data-meant]')
  const address = form.dataset['record']
  for (const [name, limits] of Object.entries(ranges)) {
    const input = form.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (input !== null) addSlider(input, limits)
  }
  if (line === null || address === undefined) return
  const record = readRecord(address)
  const show = async (): Promise<void> => {
    const known = await record
    const messages = known === null || known.nights === 0 ? null : messagesIn(form, known)
    line.textContent =
      messages === null
        ? (line.dataset['unmeant'] ?? '')
        : (line.dataset['meant'] ?? '')
            .replace('{n}', String(messages))
            .replace('{of}', String(known?.nights))
  }
  form.addEventListener('input', () => void show())
  form.addEventListener('change', () => void show())
  void show()
}

document.addEventListener('alert-form', ({ target }) => {
  if (target instanceof HTMLFormElement) attachRecord(target)
})
