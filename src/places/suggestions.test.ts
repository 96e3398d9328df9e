import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countSlips } from '../common/near-name.ts'
import { indexForms } from './search.ts'

describe('the closest forms', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', '1'), minLength: 1, maxLength: 8 })

  it('are all within one slip of the best or share the first word, whatever was passed over unread', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), word, (words, wanted) => {
        const slips = words.map((form) =>
          wanted.length >= 4 && form !== wanted && form.startsWith(wanted) ? 1 : countSlips(wanted, form, 20)
        )
        const best = Math.min(...slips)
        const first = wanted.indexOf('-') < 1 ? null : wanted.slice(0, wanted.indexOf('-'))
        const shares = words.map((form) => first !== null && `${form}-`.startsWith(`${first}-`))
        const expected = slips.flatMap((count, row) => {
          const isNear = count <= 2 && (count <= best + 1 || shares[row] === true)
          return isNear || words[row] === first ? [row] : []
        })
        const found = indexForms(words.map((form, row) => ({ row, form }))).closest(wanted, 2)
        expect([...found].sort((one, other) => one - other)).toEqual(expected)
      })
    )
  })

  it('come with the fewest slips first, then by importance, each row once', () => {
    const forms = ['malaga', 'malatia', 'malatya', 'malatya-malatya', 'malatya'].map((form, at) => ({
      row: at % 4,
      form
    }))
    expect(indexForms(forms).closest('malatya', 2)).toEqual([2, 0, 1, 3])
  })

  it('that share the whole first word come before those with fewer slips', () => {
    const forms = ['kutahya-merkez', 'antalya', 'antalya-aksu'].map((form, row) => ({ row, form }))
    expect(indexForms(forms).closest('antalya-merkez', 3)).toEqual([1, 0])
    expect(indexForms(forms).closest('antalya-aksi', 3)).toEqual([2, 1])
  })

  it('count a beginning as one slip, however much is missing, but not one of three letters', () => {
    const forms = indexForms([
      { row: 0, form: 'malatya' },
      { row: 1, form: 'malaut' }
    ])
    expect(forms.closest('malat', 1)).toEqual([0, 1])
    expect(forms.closest('mal', 1)).toEqual([])
  })
})
