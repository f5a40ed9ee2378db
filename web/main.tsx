import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preloadLinkedPage, preloadPage, Routes } from './routes.tsx'
import { confirmSession } from './session.ts'
import './styles.css'
import { ToastHost } from './ui/overlays/ToastHost.tsx'

// Loads the page's code while the server is asked who is signed in.
preloadPage(location.pathname)
// A finger that touches a link points at it, too.
addEventListener('pointerover', preloadLinkedPage)
addEventListener('focusin', preloadLinkedPage)

// "Back" can restore this page after its user has logged out. So it is hidden, and shown again once
// the server has said who is signed in, or failed to.
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
