/** Types alone: the program fetches by itself. */
import type { components, paths } from './openapi-typescript'

type Schemas = components['schemas']
type Subscribing = paths['/alerts/subscribe']['post']

export async function run(base: string) {
  const query: paths['/weather']['get']['parameters']['query'] = { lat: 38.355, lon: 38.31, days: 2 }
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  const forecast: Schemas['ForecastAnswer'] = await read(`/weather?${new URLSearchParams(texts)}`)
  const body: Subscribing['requestBody']['content']['application/json'] = {
    location: 'malatya',
    channel: 'email',
    threshold: 60,
    destination: { address: 'grower@farm.example' }
  }
  const subscribed: Schemas['Subscription'] = await send(body)
  const refused: Subscribing['responses'][422]['content']['application/problem+json'] = await send({
    ...body,
    threshold: 101
  })
  const missing: Schemas['problem_location_not_found'] = await read('/weather?location=malatia')
  return {
    days: forecast.daily.length,
    unit: forecast.units['temperature'],
    minimum: forecast.daily.map((day: Schemas['Day']): number | null => day.temperature_min),
    channel: subscribed.channel,
    pointer: refused.code === 'threshold_out_of_range' ? refused.errors[0]?.pointer : undefined,
    suggestion: missing.suggestions[0]?.slug
  }

  async function read<Answer>(target: string): Promise<Answer> {
    return (await fetch(base + target)).json()
  }

  async function send<Answer>(sent: Schemas['SubscriptionRequest']): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${base}/alerts/subscribe`, {
      method: 'POST',
      headers,
      body: JSON.stringify(sent)
    })
    return answer.json()
  }
}
