import { describe, expect, test } from 'vitest'
import { findPhrase, hasPhrase, readPhrases, replacePhrase } from './match-phrases.ts'

const found = (phrases: string, line: string) => findPhrase(readPhrases(phrases), line.split(' '))

describe('a phrase', () => {
  test.each([
    ['how much', 'so how much is it', 'how much'],
    ['pay/pays', 'who pays', 'pays'],
    ['refriger*', 'must i refrigerate it', 'refrigerate'],
    ['what (do) you', 'what you', 'what you'],
    ['without [any/all] nuts', 'without any all any nuts', 'without any all any nuts'],
    ['when ANY NUMBER', 'when under 10', 'when under 10'],
    ['where ... market', 'where is that market', 'where is that market'],
    ['store !hours', 'store hours or store eggs', 'store'],
    ['!gift cards', 'gift cards or cards', 'cards'],
    ['!START have', 'have you, i have', 'have'],
    ['hi, good morning', 'oh good morning', 'good morning'],
    ['START help (me) END', 'help me', 'START help me END'],
  ])('%s stands in: %s', (phrases, line, terms) => {
    expect(found(phrases, line)?.join(' ')).toBe(terms)
  })

  test.each([
    ['how much', 'how very much'],
    ['pay/pays', 'payment'],
    ['where ... market', 'where is it | which market'],
    ['store !hours', 'store hours'],
    ['START hi', 'oh hi'],
    ['!START have', 'have eggs'],
    ['ANY', '| @'],
    ['NUMBER', 'ten'],
  ])('%s does not stand in: %s', (phrases, line) => {
    expect(found(phrases, line)).toBeNull()
  })

  test('may hold one of a group, which somebody has written', () => {
    const phrases = readPhrases('sell {goods}', { goods: 'eggs, goat cheese' })
    expect(hasPhrase(phrases, ['sell', 'goat', 'cheese'])).toBe(true)
    expect(() => readPhrases('sell {godos}', { goods: 'eggs' })).toThrow('{godos}')
  })

  test('is exchanged wherever it stands, as long as it goes', () => {
    const [phrase] = readPhrases('@ [and @]')
    expect(phrase && replacePhrase(phrase, '@ and @ or @ and'.split(' '), '#')).toEqual(
      '# or # and'.split(' '),
    )
  })

  test('takes no longer than its line is long', () => {
    const phrases = readPhrases('[a] [a] [a/b] ... [a] ... c')
    expect(hasPhrase(phrases, Array(500).fill('a'))).toBe(false)
  })
})
