/** Functions that fetch; an answer is told from a problem by its `status`. */
import { getForecast, subscribe } from './orval/client'
import type { Day, SubscriptionRequest } from './orval/client.schemas'

export async function run(_base: string) {
  const forecast = await getForecast({ lat: 38.355, lon: 38.31, days: 2 })
  if (forecast.status !== 200) throw new Error(`no forecast: ${forecast.status}`)
  const body: SubscriptionRequest = {
    location: 'malatya',
    channel: 'email',
    threshold: 60,
    destination: { address: 'grower@farm.example' }
  }
  const subscribed = await subscribe(body)
  if (subscribed.status !== 201) throw new Error(`not subscribed: ${subscribed.status}`)
  const refused = await subscribe({ ...body, threshold: 101 })
  const problem = refused.status === 422 ? refused.data : null
  const missing = await getForecast({ location: 'malatia' })
  return {
    days: forecast.data.daily.length,
    unit: forecast.data.units['temperature'],
    minimum: forecast.data.daily.map((day: Day): number | null => day.temperature_min),
    channel: subscribed.data.channel,
    pointer: problem?.code === 'threshold_out_of_range' ? problem.errors[0]?.pointer : undefined,
    suggestion: missing.status === 404 ? missing.data.suggestions[0]?.slug : undefined
  }
}
