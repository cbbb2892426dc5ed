import { describe, expect, test } from 'vitest'
import { allergenQuestion } from './allergen-question.ts'
import { hasPhrase, readPhrases, replacePhrase } from './match-phrases.ts'

const has = (phrases: string, line: string) => hasPhrase(readPhrases(phrases), line.split(' '))

describe('a phrase', () => {
  test.each([
    ['free of', 'is it free of nuts'],
    ['make/makes', 'who makes it'],
    ['allerg*', 'my allergies'],
    ['what (do) you', 'what you'],
    ['without [any/all] nuts', 'without any all any nuts'],
    ['free !range', 'free range or free eggs'],
    ['!who has', 'who has and he has'],
    ['!START have', 'have you | i have'],
    ['no, not any', 'there is not any'],
    ['START no (more) END', 'no more'],
  ])('%s stands in: %s', (phrases, line) => {
    expect(has(phrases, line)).toBe(true)
  })

  test.each([
    ['free of', 'free from of'],
    ['make/makes', 'maker'],
    ['free !range', 'free range'],
    ['START no', 'oh no'],
    ['!START have', 'have eggs'],
    ['ANY', '| @'],
  ])('%s does not stand in: %s', (phrases, line) => {
    expect(has(phrases, line)).toBe(false)
  })

  test('may hold one of a group, which somebody has written', () => {
    const phrases = readPhrases('no {goods}', { goods: 'eggs, goat cheese' })
    expect(hasPhrase(phrases, ['no', 'goat', 'cheese'])).toBe(true)
    expect(() => readPhrases('no {godos}', { goods: 'eggs' })).toThrow('{godos}')
  })

  test('is exchanged wherever it stands, as long as it goes', () => {
    const phrase = readPhrases('@ [and @]')
    expect(replacePhrase(phrase, '@ and @ or @ and'.split(' '), '#')).toEqual(
      '# or # and'.split(' '),
    )
  })

  test.each(['eat ', 'no any ', 'is milk ', 'eat if milk and ', 'free of x and '])(
    'of allergens ends for as many words as a message may hold: %s',
    (words) => {
      const message = words.repeat(500 / words.length)
      expect(allergenQuestion(`${message}!`)?.isBare ?? false).toBe(false)
    },
  )
})
