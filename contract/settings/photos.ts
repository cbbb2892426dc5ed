import { pictureName } from '../products/pictures.ts'

/** Public too, and empty until the farmer says more; apart, as only the server shows them. */
export const FARM_IN_PICTURES = {
  farmer_name: '',
  farmer_words: '',
  photo_top: '',
  photo_farmer: '',
  photo_farm: '',
  photo_stall: '',
  photo_hands: '',
} as const

type Photo = { url: string; text: string }

/** Ends the description of what the demo draws in place of a photo. */
export const DRAWN = '(a drawing)'

/** A setting's value is the picture's address and, after a space, what it shows. */
export function readPhoto(value: string): Photo | null {
  const [url = '', ...words] = value.split(' ')
  return pictureName(url) === null ? null : { url, text: words.join(' ') }
}

export function formatPhoto({ url, text }: Photo): string {
  return url && `${url} ${text.trim()}`.trim()
}

const MAX_TEXT = 160

export function wrongInPhoto(value: string): string | null {
  if (value === '') return null
  const photo = readPhoto(value)
  if (!photo) return 'Please choose a picture that was uploaded here, or none.'
  return photo.text.length <= MAX_TEXT && !/[\r\n\t]/.test(photo.text)
    ? null
    : `Please say what it shows in at most ${MAX_TEXT} characters.`
}
