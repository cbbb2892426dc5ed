/** Opens the maps app on a phone that has Google's, and a web page elsewhere. */
const DIRECTIONS = 'https://www.google.com/maps/dir/?api=1&destination='

/** The farmer's own link, or directions to the address; null without either. */
export function mapLink(mapUrl: string | null, address: string): string | null {
  return mapUrl || (address ? DIRECTIONS + encodeURIComponent(address) : null)
}

/** The same directions for Apple devices, in the maps app they all have. */
export function onApple(url: string): string {
  return url.replace(DIRECTIONS, 'https://maps.apple.com/?daddr=')
}

/** `43.4317;-103.4745` as calendars write it, from a link that names a point; null for others. */
export function pointOf(mapUrl: string): string | null {
  const [, latitude, longitude] =
    /[@=/](-?\d{1,2}\.\d{3,}),\s*(-?\d{1,3}\.\d{3,})/.exec(unescaped(mapUrl)) ?? []
  return latitude && longitude ? `${latitude};${longitude}` : null
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
