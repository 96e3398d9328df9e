/** The operations of the record. */
import type { Operation } from '../operation.ts'
import { observationsOperation } from './observations.operation.ts'
import type { RecordOperationParts } from './parts.ts'
import { seasonSurvivalOperation } from './season-survival.operation.ts'
import { acceptSensor, listSensors } from './sensors.operations.ts'
import { verificationOperation } from './verification.operation.ts'

export function recordOperations(parts: RecordOperationParts): readonly Operation[] {
  return [
    observationsOperation(parts),
    listSensors(parts),
    acceptSensor(parts),
    verificationOperation(parts),
    seasonSurvivalOperation(parts)
  ]
}
