import { randomUUID } from 'node:crypto'
import type { RestoreReport } from '#contract/restore.ts'
import { errorMessage } from '#server/core/error-message.ts'
import { clearRequest, requestedFile } from '#server/files/restore-request.ts'
import { checkInProcess } from '#server/outside/check-runner.ts'
import type { Running } from '#server/outside/child-process.ts'
import type { Shop } from '#server/shop.ts'
import type { CheckedBackup, CheckProgress } from './check-backup.ts'
import type { ChosenFile, RestorePlace } from './choose-backup.ts'
import { NEEDS_PASSPHRASE, WRONG_PASSPHRASE } from './read-backup.ts'
import type { Upload } from './upload-backup.ts'

/** What is chosen and checked, until it is confirmed or given up; gone when the shop closes. */
export type RestoreState = {
  upload: Upload | null
  check: { running: Running<CheckedBackup>; rows: number } | null
  failure: string | null
  asksPassphrase: boolean
  report: RestoreReport | null
  passphrase: string | null
}

type Checking = {
  file: ChosenFile
  passphrase: string | null
  onState: (change: Partial<RestoreState>) => void
  stateNow: () => RestoreState
}

/** Begins to check the chosen file; `onState` gets the result. */
export function beginCheck(shop: Shop, place: RestorePlace, checking: Checking): void {
  const { file, passphrase, onState, stateNow } = checking
  const { dataDir, databaseUrl, pictureBucket } = place
  const order = {
    where: { dataDir, databaseUrl, pictureBucket },
    ...{ file: requestedFile(dataDir), passphrase, now: shop.now().toISOString() },
  }
  const running = checkInProcess<CheckedBackup, CheckProgress>(order, ({ rows }) => {
    if (check === stateNow().check) check.rows = rows
  })
  const check = { running, rows: 0 }
  onState({ check, failure: null, asksPassphrase: false, report: null, passphrase })
  void shop.later('check a backup', async () => {
    const end = await endOf(running, file)
    // It was given up, and its file is removed already.
    if (stateNow().check !== check) return
    const isLost = end.failure !== null && !end.asksPassphrase
    if (isLost) clearRequest(dataDir)
    onState({ ...end, check: null, ...(isLost ? { upload: null } : {}) })
  })
}

type Ended = Pick<RestoreState, 'report' | 'failure' | 'asksPassphrase'>

function endOf({ answer }: Running<CheckedBackup>, file: ChosenFile): Promise<Ended> {
  return answer.then(
    (found) => ({
      report: { id: randomUUID(), ...file, ...found },
      ...{ failure: null, asksPassphrase: false },
    }),
    (error: unknown) => {
      const why = errorMessage(error)
      const asksPassphrase = why === NEEDS_PASSPHRASE || why === WRONG_PASSPHRASE
      return { report: null, failure: asksPassphrase ? OTHER_PASSPHRASE : why, asksPassphrase }
    },
  )
}

const OTHER_PASSPHRASE =
  'This backup is encrypted with another passphrase. Please type the one it was made with.'
