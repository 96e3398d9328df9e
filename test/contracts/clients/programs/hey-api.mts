/** Functions of the generated SDK; a problem is the `error` of an answer. */
import { type Day, getForecast, type Subscription, type SubscriptionRequest, subscribe } from './hey-api'
import { client } from './hey-api/client.gen'

export async function run(base: string) {
  client.setConfig({ baseUrl: base })
  const forecast = await getForecast({ query: { lat: 38.355, lon: 38.31, days: 2 }, throwOnError: true })
  const body: SubscriptionRequest = {
    location: 'malatya',
    channel: 'email',
    threshold: 60,
    destination: { address: 'grower@farm.example' }
  }
  const subscribed = await subscribe({ body, throwOnError: true })
  const subscription: Omit<Subscription, 'manage'> = subscribed.data
  const { error: refused } = await subscribe({ body: { ...body, threshold: 101 } })
  const { error: missing } = await getForecast({ query: { location: 'malatia' } })
  return {
    days: forecast.data.daily.length,
    unit: forecast.data.units['temperature'],
    minimum: forecast.data.daily.map((day: Day): number | null => day.temperature_min),
    channel: subscription.channel,
    pointer: refused?.code === 'threshold_out_of_range' ? refused.errors[0]?.pointer : undefined,
    suggestion: missing?.code === 'location_not_found' ? missing.suggestions[0]?.slug : undefined
  }
}
