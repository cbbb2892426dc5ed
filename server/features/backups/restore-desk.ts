import { randomUUID } from 'node:crypto'
import type { RestoreDesk, RestoreReport } from '#contract/backups/restore.ts'
import { recordEvent } from '#server/core/audit.ts'
import { errorMessage } from '#server/core/error-message.ts'
import { Refusal } from '#server/core/refusal.ts'
import { semaphore } from '#server/core/semaphore.ts'
import { storeSecret } from '#server/files/private-files.ts'
import {
  clearRequest,
  readEnded,
  readRequest,
  requestedFile,
  writeRequest,
} from '#server/files/restore-request.ts'
import { checkInProcess, type Running } from '#server/outside/child-process.ts'
import type { Shop } from '#server/shop.ts'
import { type CheckedBackup, type CheckProgress, readOrdersSince } from './check-backup.ts'
import {
  addPiece,
  beginUpload,
  type ChosenFile,
  chooseFile,
  type RestoreChoice,
  type RestoreConfig,
  type Upload,
} from './choose-backup.ts'
import { readPassphrase } from './passphrase.ts'
import { NEEDS_PASSPHRASE, WRONG_PASSPHRASE } from './read-backup.ts'

const SEVERAL =
  'This shop is on PostgreSQL, where several servers may share it. There you restore a backup with a command: stop every server of the shop, then run farmstand restore FILE on one of them.'

const NOTHING: RestoreState = {
  upload: null,
  check: null,
  failure: null,
  asksPassphrase: false,
  report: null,
  passphrase: null,
}

/**
 * Restores a backup from the desk at the next start, one at a time; some shops restart on their
 * own.
 */
export function restoreDesk(shop: Shop, place: RestoreConfig) {
  const { dataDir } = place
  const state = { ...NOTHING }
  const inTurn = semaphore({ atOnce: 1, mostWaiting: 20, refusal: tooMany })
  const show = () => shown(state, shop, place)
  const begin = (file: { name: string; bytes: number }) =>
    inTurn(async () => {
      requireFree(state, place)
      Object.assign(state, NOTHING, { upload: await beginUpload(dataDir, file) })
      return show()
    })
  const take = (id: string, piece: { offset: number; bytes: Buffer }) =>
    inTurn(async () => {
      const { upload } = state
      if (upload?.id !== id || state.check || state.report)
        throw new Refusal('not-found', 'There is no such upload.')
      await addPiece(dataDir, upload, piece)
      return { received: upload.received }
    })
  const check = (choice: RestoreChoice) =>
    inTurn(async () => {
      requireFree(state, place)
      const file = await chooseFile(state.upload, place, choice)
      // The chosen file may be a link to a backup, into which no upload may write.
      if (choice.name !== undefined) state.upload = null
      state.passphrase = choice.passphrase || readPassphrase(place)
      beginCheck(shop, place, { file, state })
      return show()
    })
  const confirm = (id: string) =>
    inTurn(async () => {
      requireHere(place)
      const { report, passphrase } = state
      if (report?.id !== id || state.check)
        throw new Refusal('not-found', 'Another backup was chosen meanwhile. Please look again.')
      const since = await readOrdersSince(shop.db, report.madeAt)
      if (report.isSameShop && since.orders !== report.since.orders) {
        state.report = { ...report, since }
        throw new Refusal('not-found', 'Orders came in since you looked. Please look again.')
      }
      await confirmRestore(shop, dataDir, { report, passphrase })
      // After the answer, since stopping waits for it.
      if (shop.restart) setImmediate(shop.restart)
      return show()
    })
  const giveUp = () =>
    inTurn(async () => {
      requireHere(place)
      state.check?.running.stop()
      const request = readRequest(dataDir)
      clearRequest(dataDir)
      Object.assign(state, NOTHING)
      const event = { action: 'restore given up', subject: 'shop' } as const
      const after = { name: request?.name }
      if (request) await recordEvent(shop.db, { ...event, after }, shop.now())
      return show()
    })
  return { show, begin, take, check, confirm, giveUp, stop: () => state.check?.running.stop() }
}

function tooMany(): Refusal {
  return new Refusal('not-now', 'The desk is still at it. Please try again in a moment.', {
    retryAfter: 5,
  })
}

function shown(state: RestoreState, { restart }: Shop, place: RestoreConfig): RestoreDesk {
  const { databaseUrl, dataDir } = place
  const { upload, check, failure, asksPassphrase, report } = state
  const ended = databaseUrl ? null : readEnded(dataDir)
  return {
    whyNot: databaseUrl ? SEVERAL : null,
    upload: upload && { ...upload },
    checking: check && { rows: check.rows },
    failure,
    asksPassphrase,
    report,
    isWaiting: report !== null && readRequest(dataDir) !== null,
    last: ended && { ...ended },
    restartsItself: restart !== null,
  }
}

function requireHere({ databaseUrl }: RestoreConfig): void {
  if (databaseUrl) throw new Refusal('restore-impossible', SEVERAL)
}

/** One at a time, so that nobody confirms a file someone else swapped. @throws Refusal */
function requireFree({ check }: RestoreState, place: RestoreConfig): void {
  requireHere(place)
  if (check) throw new Refusal('restore-impossible', 'A backup is being checked already.')
  if (readRequest(place.dataDir))
    throw new Refusal(
      'restore-impossible',
      'A restore is already set for the next restart. Cancel it first.',
    )
}

async function confirmRestore(
  shop: Shop,
  dataDir: string,
  { report, passphrase }: { report: RestoreReport; passphrase: string | null },
): Promise<void> {
  const { name, madeAt } = report
  if (readRequest(dataDir)) return
  const now = shop.now()
  storeSecret(dataDir, 'restore-passphrase', passphrase)
  await recordEvent(
    shop.db,
    { action: 'restore asked for', subject: 'shop', after: { name, madeAt } },
    now,
  )
  writeRequest(dataDir, { name, madeAt, requestedAt: now.toISOString(), tries: 0 })
}

type RestoreState = {
  upload: Upload | null
  check: { running: Running<CheckedBackup>; rows: number } | null
  failure: string | null
  asksPassphrase: boolean
  report: RestoreReport | null
  passphrase: string | null
}

type Checking = { file: ChosenFile; state: RestoreState }

function beginCheck(shop: Shop, place: RestoreConfig, { file, state }: Checking): void {
  const { dataDir, databaseUrl, pictureBucket } = place
  const order = {
    where: { dataDir, databaseUrl, pictureBucket },
    file: requestedFile(dataDir),
    passphrase: state.passphrase,
    now: shop.now().toISOString(),
  }
  const running = checkInProcess<CheckedBackup, CheckProgress>(order, ({ rows }) => {
    if (check === state.check) check.rows = rows
  })
  const check = { running, rows: 0 }
  const { failure, asksPassphrase, report } = NOTHING
  Object.assign(state, { check, failure, asksPassphrase, report })
  void shop.later('check a backup', async () => {
    const end = await endOf(running, file)
    if (state.check !== check) return
    Object.assign(state, end, { check: null })
    if (end.failure === null || end.asksPassphrase) return
    clearRequest(dataDir)
    state.upload = null
  })
}

type Ended = Pick<RestoreState, 'report' | 'failure' | 'asksPassphrase'>

function endOf({ answer }: Running<CheckedBackup>, file: ChosenFile): Promise<Ended> {
  return answer.then(
    (found) => ({
      report: { id: randomUUID(), ...file, ...found },
      failure: null,
      asksPassphrase: false,
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
