import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { chatOf } from '#tests/a-visitor.ts'
import {
  aQuestionedFarm,
  type Graded,
  grade,
  seeded,
  shuffleProducts,
} from '#tests/farm-questions/a-questioned-farm.ts'
import { HELD_OUT } from '#tests/farm-questions/held-out.ts'
import { isHonest, ON_A_PHONE } from '#tests/farm-questions/on-a-phone.ts'
import { SET_ASIDE } from '#tests/farm-questions/set-aside.ts'
import type { FarmQuestion } from '#tests/farm-questions/the-farm.ts'
import { TO_TUNE_ON } from '#tests/farm-questions/to-tune-on.ts'
import { EXAMPLE_LINES } from './intents.ts'
import { lineOf, tokenize } from './words.ts'

/** Shows the tuning set question by question; the others only ever show their score. */
const IS_SHOWN = process.env.SHOW_ANSWERS === '1'

const shop = aQuestionedFarm()

async function askAll(questions: readonly FarmQuestion[]): Promise<Graded[]> {
  const next = seeded(2026)
  const graded: Graded[] = []
  for (const question of questions) {
    await shuffleProducts(shop, next)
    await write(shop.db, (tx) => tx.deleteFrom('questions').execute())
    graded.push(await grade(shop, question, chatOf(crypto.randomUUID())))
  }
  return graded
}

describe('ordinary questions', () => {
  test('typed on a phone are answered or honestly not known, none wrongly', async () => {
    const graded = await askAll(ON_A_PHONE)
    const isRight = ({ lacks }: Graded) => lacks.length === 0
    const evasive = graded.filter((one) => !isRight(one) && !isHonest.holdsIn(one.answer))
    const wrong = graded.filter((one) => one.wrong.length > 0)
    console.log(
      `on a phone: ${graded.filter(isRight).length} right, ${evasive.length} evasive, ${wrong.length} wrong of ${graded.length}`,
    )
    if (IS_SHOWN)
      for (const one of graded)
        if (!isRight(one) || wrong.includes(one)) console.log(JSON.stringify(one, null, 1))
    expect(wrong).toEqual([])
    expect(evasive.length).toBeLessThanOrEqual(15)
  })

  test.each([
    ['to tune on', TO_TUNE_ON, 0.95],
    ['set aside', SET_ASIDE, 0.95],
    ['held out', HELD_OUT, 0.85],
  ] as const)('%s: nearly all are answered, none wrongly', async (name, questions, least) => {
    const graded = await askAll(questions)
    const right = graded.filter(({ lacks, wrong }) => lacks.length === 0 && wrong.length === 0)
    const wrong = graded.filter((one) => one.wrong.length > 0)
    console.log(
      `${name}: ${right.length} of ${graded.length} right, ${wrong.length} with a wrong fact`,
    )
    if (IS_SHOWN)
      for (const one of graded) if (!right.includes(one)) console.log(JSON.stringify(one, null, 1))
    expect(wrong).toEqual([])
    expect(right.length).toBeGreaterThanOrEqual(Math.ceil(graded.length * least))
  })

  test('that are held out are no examples', () => {
    const known = HELD_OUT.filter(({ ask }) => EXAMPLE_LINES.includes(lineOf(tokenize(ask))))
    expect(known.map(({ ask }) => ask)).toEqual([])
  })
})
