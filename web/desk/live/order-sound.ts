import { useSyncExternalStore } from 'react'

const STORED = 'farmstand:desk-sound'

const listeners = new Set<() => void>()
let unsaved: boolean | null = null

/** Whether this browser's desk makes a sound for a new order; it does until somebody switches it off. */
export function wantsSound(): boolean {
  if (unsaved !== null) return unsaved
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

/** Stores the choice in this browser; where storage is forbidden, until the page is left. */
export function setSound(wanted: boolean): void {
  try {
    localStorage.setItem(STORED, wanted ? 'on' : 'off')
    unsaved = null
  } catch {
    unsaved = wanted
  }
  for (const listener of listeners) listener()
}

export function useSoundSetting(): boolean {
  return useSyncExternalStore(subscribe, wantsSound)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Two soft notes, a fifth apart; how loud, of 1, and how long each is, in seconds. */
const NOTES = [659, 988]
const LOUDNESS = 0.06
const LENGTH = 0.22

let context: AudioContext | null = null

/** A quiet sound for a new order. Browsers play nothing before the page was touched once; then it is silent. */
export function playQuietly(): void {
  if (typeof AudioContext !== 'function') return
  context ??= new AudioContext()
  const { destination, currentTime } = context
  if (context.state === 'suspended') void context.resume()
  NOTES.forEach((frequency, place) => {
    if (!context) return
    const [note, volume] = [context.createOscillator(), context.createGain()]
    const start = currentTime + place * LENGTH
    note.frequency.value = frequency
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH * 1.6)
    note.connect(volume).connect(destination)
    note.start(start)
    note.stop(start + LENGTH * 1.6)
  })
}
