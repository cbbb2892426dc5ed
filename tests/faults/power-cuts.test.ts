import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { IS_LONG } from '../length-of-run.ts'
import { aRecordedDay, aRecordedFirstStart } from './a-recorded-day.ts'
import { cutAndLook } from './cut-and-look.ts'
import { whyNoStrace } from './strace.ts'

const CUTS = IS_LONG ? 120 : 6
const ORDERS = IS_LONG ? 300 : 40
const PATIENCE = { timeout: 600_000 }

const WEAK_SYNC = join(import.meta.dirname, 'weak-sync.ts')

const reason = inject('postgresUrl') ? 'they are PostgreSQL’s own matter there' : whyNoStrace()
if (reason) console.warn(`No power is cut: ${reason}.`)

// In the short form the day of failed syncs holds this too: most of its syncs keep their word.
test.skipIf(reason || !IS_LONG)(
  'a power cut at any moment loses no order and no picture that was answered',
  PATIENCE,
  async () => {
    const day = await aRecordedDay(ORDERS)
    const { lost, answered, wrong } = await cutAndLook(day, CUTS)
    console.log(
      `${CUTS} power cuts in ${day.events.length} events with ${answered} orders and pictures: ${lost} lost`,
    )
    expect([...wrong, lost]).toEqual([0])
  },
)

// Tests the test beside it, not the shop.
test.skipIf(reason || !IS_LONG)(
  'with weaker syncs than ours the same cuts lose orders, so the test would see it',
  PATIENCE,
  async () => {
    const { lost, answered } = await cutAndLook(
      await aRecordedDay(ORDERS, { env: { NODE_OPTIONS: `--import ${WEAK_SYNC}` } }),
      CUTS,
    )
    console.log(
      `${CUTS} power cuts with commits that are not synced and ${answered} answers: ${lost} lost over all cuts`,
    )
    expect(lost).toBeGreaterThan(0)
  },
)

// What a failed sync left in doubt is written again, so the shop goes on without a restart.
test.skipIf(reason)(
  'nor does one lose anything after syncs that failed and left their writes in doubt',
  PATIENCE,
  async () => {
    const trouble = ['-e', 'inject=fsync,fdatasync:error=EIO:when=20+5']
    const day = await aRecordedDay(ORDERS, { trouble })
    const { lost, answered, wrong } = await cutAndLook(day, CUTS)
    const failed = day.events.filter(({ did }) => did === 'fail to sync').length
    console.log(
      `${CUTS} power cuts among ${failed} failed syncs with ${answered} orders and pictures: ${lost} lost`,
    )
    expect(failed).toBeGreaterThan(ORDERS / 10)
    expect([...wrong, lost]).toEqual([0])
  },
)

test.skipIf(reason)(
  'a power cut in the very first start leaves a shop that opens',
  PATIENCE,
  async () => {
    expect((await cutAndLook(await aRecordedFirstStart(), CUTS)).wrong).toEqual([])
  },
)
