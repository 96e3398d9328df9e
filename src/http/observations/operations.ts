import type { Operation } from '../operation.ts'
import { intakeOperations } from './intakes.operations.ts'
import { nightsOperation } from './nights.operation.ts'
import { observationsOperation } from './observations.operation.ts'
import type { RecordOperationDeps } from './parts.ts'
import { seasonSurvivalOperation } from './season-survival.operation.ts'
import { acceptSensor, listSensors, revokeSensor } from './sensors.operations.ts'
import { verificationOperation } from './verification.operation.ts'

export function recordOperations(deps: RecordOperationDeps): readonly Operation[] {
  return [
    observationsOperation(deps),
    listSensors(deps),
    acceptSensor(deps),
    revokeSensor(deps),
    ...intakeOperations(deps),
    verificationOperation(deps),
    nightsOperation(deps),
    seasonSurvivalOperation(deps)
  ]
}
