import { expect, it } from 'vitest'
import { importFaults } from './commonjs-imports.ts'

const faultsIn = (code: string) => importFaults(code, ['grammy'])

it.each([
  "const { default: grammy } = await import('grammy')",
  "async () => { const { default: grammy } = await import('grammy'); return grammy.Api }",
  "const { parse } = await import('an-es-module')",
  "const { Api } = await import('./client.ts')",
  "let bot: import('grammy').Bot"
])('passes: %s', (code) => {
  expect(faultsIn(code)).toEqual([])
})

it.each([
  "const { Api } = await import('grammy')",
  "const { default: grammy, Api } = await import('grammy')",
  "const { default: grammy, ...rest } = await import('grammy')",
  "const { 'Api': Api } = await import('grammy')",
  "const { ['Api']: Api } = await import('grammy')",
  "const grammy = await import('grammy')",
  "const { Api } = (await import('grammy'))",
  "const { Api } = await import('grammy') as Grammy",
  "const Api = (await import('grammy')).Api",
  "import('grammy').then(({ Api }) => Api)",
  'const { Api } = await import(`grammy`)',
  'const { Api } = await import(name)',
  "return import('grammy')"
])('is refused: %s', (code) => {
  expect(faultsIn(code)).toHaveLength(1)
})
