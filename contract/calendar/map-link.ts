/** Opens the maps app of a phone that has Google's, and a page anywhere else. */
const DIRECTIONS = 'https://www.google.com/maps/dir/?api=1&destination='

/** The farmer's own link, or the way to the address; null without either. */
export function mapLink(mapUrl: string | null, address: string): string | null {
  return mapUrl || (address ? DIRECTIONS + encodeURIComponent(address) : null)
}

/** For Apple's devices, the same way in the maps they all have. */
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
