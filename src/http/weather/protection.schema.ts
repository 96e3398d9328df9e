import Type from 'typebox'
import { sprinklerReasons } from '../../frost/protection/sprinkler.ts'
import { heatersReasons, windMachineReasons } from '../../frost/protection/wind-machine.ts'
import { flag, former, instantOrNull, named, number, numberOrNull, oneOfOrNull, text } from '../schema.ts'

const flagOrNull = (description: string) =>
  Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description })

const criticalProbability = numberOrNull(
  'That the plants reach the critical temperature; below 0.05 nothing is needed.',
  { minimum: 0, maximum: 1 }
)

const methodMembers = {
  start_at: instantOrNull('When to start; null where it is not needed, or no longer, or nothing is known.'),
  start_is_past: flag('The start is not after the hour of the answer.'),
  usable: flagOrNull('Whether it helps tonight; null where its inputs are missing.'),
  advice: text('All of it in words.'),
  source: text('What the advice follows.')
}

export const protection = named('Protection', {
  last_preparation_at: instantOrNull(
    'All must be ready: the earliest start of a usable method, at the latest `cold_from`; null where there is neither.'
  ),
  cold_from: instantOrNull(
    'The first hour at which the plants are expected at or below the critical temperature; null where there is none.'
  ),
  cold_to: instantOrNull('The last such hour; null where there is none.'),
  critical_temperature: number('T10 of the stage.'),
  sprinkler: named(
    'SprinklerAdvice',
    {
      ...methodMembers,
      start_at: instantOrNull('In 19 of 20 such nights the start is not before it; null where not needed.'),
      expected_start_at: instantOrNull(
        'When the forecast has the wet bulb at `start_wet_bulb`, or the plants at the critical temperature; ' +
          'null where it never has.'
      ),
      stop_at: instantOrNull(
        'From when the wet bulb is expected to stay above 0 °C, so that the ice melts; null where not before noon.'
      ),
      ample_water_start_at: instantOrNull(
        'When the wet bulb is expected at 1 °C, the start where water is not short; null where that is not earlier.'
      ),
      start_wet_bulb: numberOrNull(
        'Start when your own wet-bulb thermometer falls to it; null where sprinklers are of no use.'
      ),
      start_air_temperature: numberOrNull(
        'The air temperature that belongs to it, for a dry thermometer; null where the plants reach the ' +
          'critical temperature first.'
      ),
      critical_probability: criticalProbability,
      probability: former(criticalProbability, 'critical_probability'),
      wind_speed_max: numberOrNull('While they would run, at 10 m.'),
      reason: oneOfOrNull(sprinklerReasons, 'Why they are of no use, or nothing is known; else null.')
    },
    'Ice that forms on the plants keeps them near 0 °C.'
  ),
  wind_machine: named(
    'WindMachineAdvice',
    {
      ...methodMembers,
      gain_celsius: numberOrNull('What it gains at the crop at the coldest hour, always in °C.'),
      inversion_celsius: numberOrNull('By how much the air at 10 m is warmer than at 2 m, always in °C.'),
      enough: flagOrNull(
        'The gain lifts the expected minimum of the plants above the critical temperature; null where it is not known.'
      ),
      reason: oneOfOrNull(windMachineReasons, 'Why it is of no use, or nothing is known; else null.')
    },
    'Warmer air from above is mixed down to the crop.'
  ),
  heaters: named(
    'HeatersAdvice',
    {
      ...methodMembers,
      needed_celsius: numberOrNull(
        'From the expected minimum of the plants up to the critical temperature, always in °C.'
      ),
      reason: oneOfOrNull(heatersReasons, 'Why they are of no use, or nothing is known; else null.')
    },
    'Heat between the rows.'
  ),
  note: text('How far the advice can be trusted.')
})
