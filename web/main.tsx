import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isTimeZone, setDeskZone } from '#domain/time-zone.ts'
import { preloadLinkedPage, preloadPage, Routes } from './routes.tsx'
import { confirmSession } from './session.ts'
import './styles.css'
import { ToastHost } from './ui/overlays/ToastHost.tsx'

const zone = document.querySelector<HTMLMetaElement>('meta[name="time-zone"]')?.content ?? ''
// The Vite dev server doesn't fill in the placeholder.
if (isTimeZone(zone)) setDeskZone(zone)

// The page's code is loaded in parallel with the session request.
preloadPage(location.pathname)
// The event `pointerover` also fires on touch, so no other event is needed.
addEventListener('pointerover', preloadLinkedPage)
addEventListener('focusin', preloadLinkedPage)

/**
 * The back/forward cache can restore this page after the user has logged out. The page is hidden until the session
 * request has completed or failed.
 */
const { style } = document.documentElement
addEventListener('pagehide', () => {
  style.visibility = 'hidden'
})
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void confirmSession().then(() => style.removeProperty('visibility'))
})

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Routes />
    <ToastHost />
  </StrictMode>,
)
