import { pictureName } from '../products/pictures.ts'
import { isTimeZone } from '../time/date-format.ts'
import { contrast, MIN_CONTRAST } from './contrast.ts'

type FactCheck = (value: string) => string | null

const MAX_NAME_LENGTH = 60

/** One line, because it goes into mail subjects and page titles. */
export const wrongInFarmName: FactCheck = (value) =>
  value.trim() !== '' && value.length <= MAX_NAME_LENGTH && !/[\r\n\t]/.test(value)
    ? null
    : `Please enter the farm’s name, at most ${MAX_NAME_LENGTH} characters.`

/** An IANA name, since a bare UTC offset has no daylight saving time. */
export const wrongInTimeZone: FactCheck = (value) =>
  /^[A-Z]/i.test(value) && isTimeZone(value)
    ? null
    : 'Please enter a time zone by its name, such as America/Chicago.'

export const wrongInState: FactCheck = (value) =>
  /^[A-Z]{2}$/.test(value) ? null : 'Please enter a state in two capital letters, such as SD.'

export const wrongInFarmLogo: FactCheck = (value) =>
  value === '' || pictureName(value) !== null
    ? null
    : 'Please choose a picture that was uploaded here, or none.'

export const wrongInAccentColor: FactCheck = (value) => {
  if (value === '') return null
  if (!/^#[0-9a-f]{6}$/i.test(value)) return 'Please enter a color such as #2f5d3a, or nothing.'
  return contrast(value, '#ffffff') >= MIN_CONTRAST
    ? null
    : 'White text on this color is hard to read. Please choose a darker one.'
}

const MAX_ADDRESS_LENGTH = 200

/** A letter's footer needs a mailing address; a town alone isn't one. */
export const wrongInPostalAddress: FactCheck = (value) => {
  const text = value.trim()
  if (text === '') return null
  const isWhole = /[\s,]\d{5}(?:-\d{4})?$/.test(text) && text.length >= 15
  return isWhole && text.length <= MAX_ADDRESS_LENGTH && !/[\r\n\t]/.test(text)
    ? null
    : 'Please enter street or PO box, city, state and ZIP code, such as PO Box 12, Hot Springs, SD 57747.'
}
