import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { semaphore } from './semaphore.ts'

const inTwo = (mostWaiting: number) =>
  semaphore({ atOnce: 2, mostWaiting, refusal: () => new Refusal('not-now', 'Later.') })

test('never more work runs at once than there are places, and all that waited is done in its order', async () => {
  const inTurn = inTwo(4)
  const [done, running] = [[] as number[], { now: 0, most: 0 }]
  const work = (number: number) =>
    inTurn(async () => {
      running.most = Math.max(running.most, ++running.now)
      await new Promise(setImmediate)
      running.now--
      done.push(number)
      // Someone who arrives just as a place opens still goes behind those waiting.
      if (number === 0) newcomer = work(5)
    })
  let newcomer: Promise<void> | undefined
  await Promise.all([0, 1, 2, 3, 4].map(work))
  await newcomer
  expect([done, running.most]).toEqual([[0, 1, 2, 3, 4, 5], 2])
})

test('work that fails gives its place to the next; too many are refused', async () => {
  const inTurn = inTwo(3)
  const fails = () => inTurn(() => Promise.reject(new Error('broken')))
  const results = await Promise.allSettled([fails(), fails(), fails(), fails(), fails(), fails()])
  expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
    ...Array.from({ length: 5 }, () => 'broken'),
    'Later.',
  ])
  expect(await inTurn(async () => 'done')).toBe('done')
})
