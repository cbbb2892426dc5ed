import { plainWidth } from '../text/visible-text.ts'

/** `57747` or `57747-1234`, however spaced; anything else stays as typed. */
export function readZip(typed: string): string {
  const text = plainWidth(typed)
  const [, five, four] = /^(\d{5})(?:[\s-]*(\d{4}))?$/.exec(text) ?? []
  if (!five) return text
  return four ? `${five}-${four}` : five
}

export function messageForBadZip(typed: string): string {
  const text = readZip(typed)
  const { length } = text.replaceAll(/\D/g, '')
  if (/[^\d\s-]/.test(text)) return 'A ZIP code has digits only, such as 57747.'
  return length === 5 || length === 9
    ? 'Please enter a ZIP code of five digits.'
    : `A ZIP code has five digits; this one has ${length}.`
}

export function firstFive(text: string): string {
  return /^(\d{5})/.exec(readZip(text))?.[1] ?? ''
}

// First and last three-digit ZIP prefix of each state (USPS Publication 65 and list L002).
const STATES_BY_ZIP =
  'PR006-007 VI008-008 PR009-009 MA010-027 RI028-029 NH030-038 ME039-049 VT050-054 MA055-055 ' +
  'VT056-059 CT060-069 NJ070-089 NY100-149 PA150-196 DE197-199 DC200-200 VA201-201 DC202-205 ' +
  'MD206-219 VA220-246 WV247-268 NC270-289 SC290-299 GA300-319 FL320-339 FL341-342 FL344-344 ' +
  'FL346-347 FL349-349 AL350-369 TN370-385 MS386-397 GA398-399 KY400-427 OH430-459 IN460-479 ' +
  'MI480-499 IA500-528 WI530-549 MN550-567 SD570-577 ND580-588 MT590-599 IL600-629 MO630-658 ' +
  'KS660-679 NE680-693 LA700-714 AR716-729 OK730-732 TX733-733 OK734-749 TX750-799 CO800-816 ' +
  'WY820-831 ID832-838 UT840-847 AZ850-865 NM870-884 TX885-885 NV889-898 CA900-961 HI967-968 ' +
  'OR970-979 WA980-994 AK995-999'

export function stateOfZip(zip: string): string | null {
  const start = zip.slice(0, 3)
  const range = STATES_BY_ZIP.split(' ').find(
    (one) => one.slice(2, 5) <= start && start <= one.slice(6),
  )
  return range?.slice(0, 2) ?? null
}
