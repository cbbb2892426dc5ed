import { describe, expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import { US_STATES } from './calendar/us-states.ts'
import { stateOfZip } from './calendar/zip-code.ts'
import { messageForBadAddress } from './mail/address-fault.ts'
import { guessMeantAddress } from './mail/mail-hint.ts'
import { formatPhone, messageForBadPhone } from './people/phone-number.ts'
import { emailAddress, zipCode } from './shapes.ts'

const refusalOf = (address: string) =>
  safeParse(emailAddress('Please enter your email address.'), address).error?.issues[0]?.message

describe('an email address that is refused is told what is wrong with it', () => {
  test.each([
    ['', 'Please enter your email address.'],
    ['maria', 'Please add the @ and what comes after it, such as gmail.com.'],
    ['maria@@gmail.com', 'There’s more than one @ in this email address.'],
    ['maria@gmail,com', 'There’s a comma in this email address. Should it be a dot?'],
    ['maria lopez@gmail.com', 'There’s a space in this email address.'],
    ['zoë@example.com', 'We can’t send email to an address with “ë” in it.'],
    ['zoe\u0308@example.com', 'We can’t send email to an address with “ë” in it.'],
    ['maria@münchen.de', 'We can’t send email to an address with “ü” in it.'],
    ['maria🌱@gmail.com', 'We can’t send email to an address with “🌱” in it.'],
    ['maria@gmail', 'There’s no dot after the @. Write it out, such as gmail.com.'],
    ['maria@', 'Please add what comes after the @, such as gmail.com.'],
    ['@gmail.com', 'Please add what comes before the @.'],
    ['maria@gmail..com', 'There are two dots in a row in this email address.'],
    ['maria.@gmail.com', 'A dot is in the wrong place in this email address.'],
    ['maria@-gmail.com', 'Please enter a valid email address.'],
  ])('%j: %s', (address, sentence) => {
    expect(refusalOf(address)).toBe(sentence)
  })

  test('of any length in no time', () => {
    const start = performance.now()
    for (const one of ['@', '.', 'a', ' ', 'a@', 'é']) messageForBadAddress(one.repeat(100_000))
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test.each(['ada@example.com', "o'neil+farm@mail.k12.sd.us", 'ADA_1@x-y.co'])(
    '%s is taken',
    (one) => {
      expect(refusalOf(one)).toBeUndefined()
    },
  )
})

describe('a mistyped address is offered as it was meant', () => {
  test.each([
    ['maria@gmial.com', 'maria@gmail.com'],
    ['maria@gmail.con', 'maria@gmail.com'],
    ['maria@gmial.con', 'maria@gmail.com'],
    ['Maria.L@GMAL.com', 'Maria.L@gmail.com'],
    ['maria@gmail.co', 'maria@gmail.com'],
    ['maria@gmail', 'maria@gmail.com'],
    ['maria@gmailcom', 'maria@gmail.com'],
    ['maria@@gmail,com', 'maria@gmail.com'],
    ['maria@gmail.com.', 'maria@gmail.com'],
    ['maria@gamil.com', 'maria@gmail.com'],
    ['maria@hotmial.com', 'maria@hotmail.com'],
    ['maria@hotmali.com', 'maria@hotmail.com'],
    ['maria@yaho.com', 'maria@yahoo.com'],
    ['maria@yahooo.com', 'maria@yahoo.com'],
    ['maria@yahoo.cm', 'maria@yahoo.com'],
    ['maria@outlok.com', 'maria@outlook.com'],
    ['maria@iclould.com', 'maria@icloud.com'],
    ['maria@comcast.ent', 'maria@comcast.net'],
    ['maria@live.con', 'maria@live.com'],
    ['info@ourfarm.con', 'info@ourfarm.com'],
    ['info@ourfarm.ogr', 'info@ourfarm.org'],
    ['maria@@gmail.com', 'maria@gmail.com'],
    ['Maria <maria@x.com>', 'maria@x.com'],
    ['Maria Ray <maria@gmial.com>', 'maria@gmail.com'],
  ])('%s: %s', (typed, meant) => {
    expect(guessMeantAddress(typed)).toBe(meant)
  })

  const REAL = `
    gmail.com googlemail.com yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.ca yahoo.com.br
    yahoo.de hotmail.com hotmail.co.uk hotmail.fr live.com live.ca live.nl outlook.com outlook.fr
    msn.com aol.com aim.com love.com icloud.com me.com mac.com mail.com email.com gmx.com gmx.de
    gmx.net web.de proton.me pm.me protonmail.com protonmail.ch hey.com fastmail.com fastmail.fm
    zoho.com duck.com tutanota.com hushmail.com qq.com 163.com inbox.com mailbox.org comcast.net
    comcast.com verizon.net att.net verizon.com att.com cox.net cox.com sbcglobal.net bellsouth.net
    charter.net earthlink.net juno.com q.com frontier.com centurylink.net windstream.net
    optonline.net rr.com roadrunner.com midco.net rap.midco.net goldenwest.net gwtc.net rushmore.com
    nvc.net state.sd.us k12.sd.us sdsmt.edu usda.gov grail.com bmail.com example.com example.org
    blackhills.farm outdoor.com compass.net hotel.com yale.edu ao.com mail.ru libero.it orange.fr
    x.co
  `
  test.each(REAL.trim().split(/\s+/))('%s is never questioned', (domain) => {
    expect(guessMeantAddress(`maria@${domain}`)).toBeNull()
    expect(guessMeantAddress(` Maria@${domain.toUpperCase()} `)).toBeNull()
  })

  test.each([
    '',
    'maria',
    '@gmial.com',
    'maria@',
    'a@b@gmial.com',
    'maria@nodot',
    'maria <maria@x.com',
  ])('%j is left alone', (typed) => {
    expect(guessMeantAddress(typed)).toBeNull()
  })
})

describe('a phone number', () => {
  test('is grouped while it is typed, and what is taken away at its end stays away', () => {
    const shown = [...'6055550182'].reduce((before, digit) => formatPhone(before + digit), '')
    expect(shown).toBe('(605) 555-0182')
    let left = shown
    for (let taps = 0; taps < 20; taps++) {
      const next = formatPhone(left.slice(0, -1))
      expect(next.length < left.length || left === '').toBe(true)
      left = next
    }
    expect(left).toBe('')
  })

  test.each([
    ['605.555.0182', '(605) 555-0182'],
    ['1 605 555 0182', '1 (605) 555-0182'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['(605) 555-0182 x12', '(605) 555-0182 x12'],
    ['call me maybe', 'call me maybe'],
  ])('%j stands as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown)
    expect(formatPhone(shown)).toBe(shown)
  })

  test.each([
    ['call me maybe', 'A phone number has digits only, such as (605)\u00a0555-0182.'],
    ['555-0182', 'Please add the area code, such as (605).'],
    ['(605) 555', 'A phone number has ten digits; this one has 6.'],
    ['605555018299', 'A phone number has ten digits; this one has 12.'],
  ])('%j: %s', (typed, sentence) => {
    expect(messageForBadPhone(typed)).toBe(sentence)
  })

  test.each(['', '(605) 555-0182', '1 605 555 0182', '+44 20 7946 0958', '605 555 0182 ext. 12'])(
    '%j is taken',
    (typed) => {
      expect(messageForBadPhone(typed)).toBeNull()
    },
  )
})

describe('a ZIP code', () => {
  test.each([
    ['ABCDE', 'A ZIP code has digits only, such as 57747.'],
    ['5774', 'A ZIP code has five digits; this one has 4.'],
    ['577470', 'A ZIP code has five digits; this one has 6.'],
    ['57747-', 'Please enter a ZIP code of five digits.'],
  ])('%s: %s', (typed, sentence) => {
    expect(safeParse(zipCode, typed).error?.issues[0]?.message).toBe(sentence)
  })

  const ZIPS =
    '57747 SD, 57701-1234 SD, 82701 WY, 69337 NE, 90210 CA, 10001 NY, 02134 MA, ' +
    '99501 AK, 20500 DC, 73301 TX, 06320 CT, 00901 PR, 00801 VI, 96813 HI'
  test.each(ZIPS.split(', '))('%s', (pair) => {
    const [zip = '', state = ''] = pair.split(' ')
    expect(stateOfZip(zip)).toBe(state)
    expect(US_STATES[state]).toBeTruthy()
  })

  test('that nobody has lies nowhere', () => {
    expect([stateOfZip('00000'), stateOfZip('96950'), stateOfZip('')]).toEqual([null, null, null])
  })
})
