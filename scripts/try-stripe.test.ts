import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { setValue } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { write } from '#server/db/write.ts'
import { standInKeys } from '#tests/stripe-stand-in/shop-env.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { checkStripe, webhookNote } from './try-stripe.ts'

const differing = (findings: Awaited<ReturnType<typeof checkStripe>>) =>
  findings.filter(({ differs }) => differs !== null)

describe('stripe:check', { timeout: 30_000 }, () => {
  test('finds nothing wrong with a Stripe that does what the shop was written for', async () => {
    const stripe = await aStripeStandIn()
    const findings = await checkStripe(standInKeys(stripe))
    expect([findings.length, differing(findings)]).toEqual([14, []])
    const held = [...stripe.till.intents.values()].filter(
      ({ status }) => status === 'requires_capture',
    )
    expect(held).toEqual([])
  })

  test('says what differs: a publishable key of another account', async () => {
    const stripe = await aStripeStandIn()
    const findings = await checkStripe({ ...standInKeys(stripe), publishableKey: 'pk_test_other' })
    expect(differing(findings).map(({ what }) => what)).toContain('Hold, capture and refund')
  })

  test('says what differs: a webhook that is not told of a refund; another version is only noted', async () => {
    const stripe = await aStripeStandIn()
    const [endpoint] = stripe.endpoints
    Object.assign(endpoint ?? {}, { enabled_events: ['payment_intent.succeeded'] })
    expect(differing(await checkStripe(standInKeys(stripe)))).toEqual([
      {
        what: 'A webhook tells the shop what it needs to know',
        differs: expect.stringContaining('refund.updated'),
      },
    ])
    Object.assign(endpoint ?? {}, { enabled_events: ['*'], api_version: '2023-08-16' })
    expect(differing(await checkStripe(standInKeys(stripe)))).toEqual([])
    expect(await webhookNote(standInKeys(stripe))).toContain('2023-08-16')
  })

  test('says what differs: secret keys that Stripe does not take', async () => {
    const stripe = await aStripeStandIn()
    const findings = await checkStripe({ ...standInKeys(stripe), secretKey: 'sk_test_gone' })
    expect(differing(findings)).toHaveLength(14)
  })

  test('never uses live keys', async () => {
    await expect(checkStripe({ ...standInKeys({ port: 1 }), livemode: true })).rejects.toThrow(
      'test keys',
    )
  })
})

test('payments:unlatch says whether there was something to undo', { timeout: 30_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'farmstand-unlatch-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null }, new Date())
  await write(db, (tx) => setValue(tx, 'payments_live', '1'))
  await close()
  const unlatch = () =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unlatch-payments.ts')], {
      env: { DATA_DIR: dataDir },
    })
  expect((await unlatch()).stdout).toContain('may take test cards again')
  expect((await unlatch()).stdout).toContain('nothing to undo')
})
