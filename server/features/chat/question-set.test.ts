import { describe, expect, test } from 'vitest'
import {
  aQuestionedFarm,
  type Graded,
  grade,
  seeded,
  shuffleProducts,
} from '#tests/farm-questions/a-questioned-farm.ts'
import { SET_ASIDE } from '#tests/farm-questions/set-aside.ts'
import type { FarmQuestion } from '#tests/farm-questions/the-farm.ts'
import { TO_TUNE_ON } from '#tests/farm-questions/to-tune-on.ts'

/** Which set is looked at question by question; the other shows its score alone. */
const IS_SHOWN = process.env.SHOW_ANSWERS === '1'

const sessionOf = (place: number) => `question-${place}`.padEnd(21, '_')

/** Every question, each with other prices and other stock. */
async function askAll(questions: readonly FarmQuestion[]): Promise<Graded[]> {
  const shop = await aQuestionedFarm()
  const next = seeded(2026)
  const graded: Graded[] = []
  for (const [place, question] of questions.entries()) {
    await shuffleProducts(shop, next)
    await shop.db
      .deleteFrom('questions')
      .execute()
      .catch(() => {})
    graded.push(await grade(shop, question, sessionOf(place)))
  }
  return graded
}

describe('ordinary questions', () => {
  test.each([
    ['to tune on', TO_TUNE_ON],
    ['set aside', SET_ASIDE],
  ] as const)('%s: nine of ten are answered, none wrongly', async (name, questions) => {
    const graded = await askAll(questions)
    const right = graded.filter(({ lacks, wrong }) => lacks.length === 0 && wrong.length === 0)
    const wrong = graded.filter((one) => one.wrong.length > 0)
    console.log(
      `${name}: ${right.length} of ${graded.length} right, ${wrong.length} with a wrong fact`,
    )
    if (IS_SHOWN && name === 'to tune on')
      for (const one of graded) if (!right.includes(one)) console.log(JSON.stringify(one, null, 1))
    expect(wrong).toEqual([])
    expect(right.length).toBeGreaterThanOrEqual(Math.ceil(graded.length * 0.9))
  })
})
