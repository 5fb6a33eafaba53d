// Browser code of the local console's pages. Buttons and forms name their target (`data-post`); every few seconds the
// page is refetched, because only the server knows the state.

const REFRESH_MS = 3000

const received = new Map([...document.querySelectorAll('[data-live]')].map((part) => [part.id, part.innerHTML]))

function say(sentence) {
  const status = document.getElementById('said')
  if (status) status.textContent = sentence
}

function replace(part, html) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null
  const scrolled = [...part.querySelectorAll('.scroll')].map(({ id, scrollTop }) => ({ id, scrollTop }))
  part.innerHTML = html
  for (const { id, scrollTop } of scrolled) {
    const list = document.getElementById(id)
    if (list) list.scrollTop = scrollTop
  }
  if (!focused) return
  const again = document.getElementById(focused.id) ?? part.closest('section')?.querySelector('h2')
  again?.focus({ preventScroll: true })
}

async function refresh() {
  const answer = await fetch('/_local', { headers: { accept: 'text/html' } })
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const { id, innerHTML } of fresh.querySelectorAll('[data-live]')) {
    const part = document.getElementById(id)
    if (!part || received.get(id) === innerHTML) continue
    received.set(id, innerHTML)
    replace(part, innerHTML)
  }
  countDown()
}

/** `data-until` holds the instant at which a code expires. */
function countDown() {
  for (const note of document.querySelectorAll('[data-until]')) {
    const seconds = Math.ceil((Date.parse(note.dataset.until) - Date.now()) / 1000)
    note.textContent = seconds > 0 ? `quedan ${seconds} s` : 'caducado'
  }
}

async function post({ path, body, done }) {
  say('Un momento…')
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { message } = await answer.json()
    await refresh()
    say(answer.ok ? done : message)
  } catch {
    say('La aplicación local no responde.')
  }
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    say('Copiado.')
  } catch {
    say('El navegador no deja copiar: seleccione el texto.')
  }
}

document.addEventListener('click', (click) => {
  const button = click.target.closest('button')
  if (!button) return
  const { copy: text, post: path, body, done } = button.dataset
  if (text !== undefined) void copy(text)
  if (path !== undefined) void post({ path, body: JSON.parse(body), done })
})

document.addEventListener('submit', (submission) => {
  const form = submission.target
  const { post: path, done } = form.dataset
  if (path === undefined) return
  submission.preventDefault()
  void post({ path, body: Object.fromEntries(new FormData(form)), done })
})

if (received.size > 0) {
  countDown()
  setInterval(countDown, 1000)
  setInterval(() => {
    // A hidden tab or a restarting server: retried at the next interval.
    if (document.visibilityState === 'visible') refresh().catch(() => undefined)
  }, REFRESH_MS)
}
