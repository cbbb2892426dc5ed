export const US_STATES: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AS: 'American Samoa',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  GU: 'Guam',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  MP: 'Northern Mariana Islands',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  PR: 'Puerto Rico',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  VI: 'US Virgin Islands',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
}

/** Where a farm delivers that named no ZIP codes. */
export function openDeliveryArea(farmAddress: string): string {
  const state = stateOfAddress(farmAddress)
  return state ? `anywhere in ${US_STATES[state]}` : 'anywhere in the country'
}

/** `SD` of `1420 Mill Rd, Hot Springs, SD 57747`, `OH` of `Athens, Ohio`; null if none is named. */
export function stateOfAddress(address: string): string | null {
  const text = withoutLast(
    withoutLast(address.trim(), /(?<=[,\s])(?:U\.?S\.?A\.?|United States)$/i),
    /(?<=[,\s])\d{5}(?:-\d{4})?$/,
  )
  const [code = ''] = /(?<=[,\s]|^)[A-Za-z]{2}$/.exec(text.replace(/\.$/, '')) ?? []
  if (code.toUpperCase() in US_STATES) return code.toUpperCase()
  const lower = text.toLowerCase()
  const named = Object.entries(US_STATES)
    .filter(
      ([, name]) =>
        lower === name.toLowerCase() ||
        (/[,\s]/.test(lower.at(-name.length - 1) ?? '') && lower.endsWith(name.toLowerCase())),
    )
    // Longest first: `West Virginia` ends in `Virginia`.
    .sort(([, one], [, other]) => other.length - one.length)
  return named[0]?.[0] ?? null
}

function withoutLast(text: string, part: RegExp): string {
  let end = text.search(part)
  if (end < 0) return text
  while (end > 0 && /[,\s]/.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
