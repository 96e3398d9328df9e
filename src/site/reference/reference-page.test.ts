import { describe, expect, test } from 'vitest'
import { referenceView } from './reference-page.ts'

const problem = (code: string) => ({
  type: 'object',
  properties: { title: { const: code }, code: { type: 'string', const: code } }
})

const made = {
  openapi: '3.1.0',
  info: { title: 'Made', version: '7', description: 'Made **for** a test.' },
  tags: [{ name: 'Nights', description: 'All of the [nights](/docs/science).' }],
  paths: {
    '/nights/{id}': {
      get: {
        operationId: 'getNight',
        tags: ['Nights'],
        summary: 'One night',
        description: 'It is <b>cold</b>.',
        security: [{}, { api_key: [] }, { manage_token: [] }],
        parameters: [
          { $ref: '#/components/parameters/Days' },
          { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[a-z]+$' } }
        ],
        responses: {
          200: {
            description: 'The night.',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Night' },
                examples: { cold: { value: { score: 70 } } }
              }
            }
          },
          400: {
            content: {
              'application/problem+json': {
                schema: {
                  oneOf: [
                    { $ref: '#/components/schemas/problem_bad' },
                    { $ref: '#/components/schemas/problem_worse' }
                  ]
                }
              }
            }
          }
        }
      },
      post: {
        tags: ['Other'],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                oneOf: [
                  {
                    type: 'object',
                    properties: { url: { type: 'string', format: 'uri' } },
                    required: ['url']
                  },
                  { $ref: '#/components/schemas/Night' }
                ]
              }
            }
          }
        },
        responses: { 204: { description: 'Done.' } }
      }
    }
  },
  webhooks: { raised: { post: { summary: 'A night is raised', responses: {} } } },
  components: {
    securitySchemes: {
      api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      manage_token: { type: 'http', scheme: 'bearer' }
    },
    parameters: {
      Days: {
        name: 'days',
        in: 'query',
        description: 'How many.',
        schema: { type: 'integer', minimum: 1, maximum: 16, default: 5 }
      }
    },
    schemas: {
      Night: {
        type: 'object',
        properties: {
          score: { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] },
          level: { enum: ['none', 'low'] },
          next: { anyOf: [{ $ref: '#/components/schemas/Night' }, { type: 'null' }] },
          hours: {
            type: 'array',
            items: { type: 'object', properties: { at: { type: ['string', 'null'] } } }
          }
        },
        additionalProperties: { deprecated: true, description: '`worth`: Old name of `score`.' },
        required: ['score']
      },
      problem_bad: problem('bad'),
      problem_worse: { allOf: [problem('worse')] }
    }
  }
}

const page = String(referenceView(made, 'https://ayaz.example/api/v1'))
const words = page.replaceAll(/<[^>]+>/g, '').replaceAll('&quot;', '"')

describe('the reference', () => {
  test('shows a parameter with type, limits and default, wherever it is written', () => {
    expect(words).toContain('days integer · default 5 · at least 1 · at most 16How many.')
    expect(words).toContain('id path, requiredstring · pattern ^[a-z]+$')
    expect(words).toContain('No key is needed; it takes X-API-Key or Authorization: Bearer manage_token.')
  })

  test('links a named schema to its section, also where it names itself or may be null', () => {
    expect(page).toContain('<a href="#schema-Night">Night</a>')
    expect(page).toContain('<section id="schema-Night"><h3>Night</h3>')
    expect(words).toContain('next optionalNight or null')
    expect(words).toContain('scorenumber or null')
    expect(words).toContain('level optionalany value · one of "none", "low"')
    expect(words).toContain('hours optionalarray of objectMembersat optionalstring or null')
    expect(words).toContain('other namesany valueworth: Old name of score.')
  })

  test('shows the members of an inline alternative; examples are on the page of the operation', () => {
    expect(words).toContain('object or Nighturlstring · uri')
    expect(words).not.toContain('"score": 70')
  })

  test('links problems to their pages and does not list them among the schemas', () => {
    expect(page).toContain('<a href="/problems/bad"><code>bad</code></a> <a href="/problems/worse">')
    expect(page).not.toContain('schema-problem_bad')
  })

  test('lists operations by tag, those of webhooks last', () => {
    const tags = [...page.matchAll(/<h2 id="tag-(\w+)"/g)].map(([, name]) => name)
    expect(tags).toEqual(['Nights', 'Other', 'Webhooks'])
    expect(page).toContain('<section class="operation" id="getNight"><details><summary><h3>One night</h3>')
    expect(page).toContain('<li><a href="/reference/getNight">One night</a></li>')
    expect(page).toContain('<a href="/docs/science">nights</a>')
  })

  test('has no markup of the document’s texts, and no link without a target', () => {
    expect(page).toContain('It is &lt;b&gt;cold&lt;/b&gt;.')
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${anchor}"`)
  })

  test('is a page also of a document that has nothing in it', () => {
    expect(String(referenceView({}, 'https://ayaz.example/api/v1'))).toContain('<h1>API reference</h1>')
  })
})
