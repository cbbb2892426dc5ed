import { expect, test } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { readWarnings } from './notice-queries.ts'

test('what the owner is warned of is found by indexes: no mail that was sent is looked at', async () => {
  const { db, clock } = await aShop({ hasNewDatabase: true })
  const plans = await plansOf(db, (one) => readWarnings(one, clock.now))
  expect(plans.join('\n')).toContain('outbox_given_up')
  expect(plans.filter((line) => READS_ALL.test(line))).toEqual([])
})
