import { fireEvent, screen } from '@testing-library/preact'
import { expect } from 'vitest'
import { openProductPath, signInAsRole } from './browser-app.tsx'
import { BUDGET_ID } from './budgets.ts'
import {
  createCustomerBudget,
  createPublishedBudget,
  sampleBudgetQuestion,
  stubCustomerBudgets,
} from './customer-budgets.ts'
import { fakeApi } from './fake-api.ts'
import { createOwnBudget } from './own-budgets.ts'
import { formNamed } from './sendable-form.ts'

function openOwnBudget(): void {
  signInAsRole('cliente')
  fakeApi.answer('GET /budgets', { items: [createOwnBudget()] })
  openProductPath('/client/presupuestos')
}

export const budgetFormsAtWork = {
  budget: {
    open: async () => {
      stubCustomerBudgets([createCustomerBudget()])
      openProductPath(`/client/cus_aaaaaaaa/presupuestos?editar=${BUDGET_ID}`)
      const [title] = await screen.findAllByLabelText('Nombre')
      return title ?? expect.fail('no option')
    },
    typed: 'Básico',
    keeps: true,
  },
  'budget-answer': {
    open: async () => {
      stubCustomerBudgets([createPublishedBudget({ question: sampleBudgetQuestion })])
      openProductPath('/client/cus_aaaaaaaa/presupuestos')
      return screen.findByLabelText('Tu respuesta')
    },
    typed: 'Sí, está incluida',
    keeps: true,
  },
  'budget-template': {
    open: async () => {
      stubCustomerBudgets()
      openProductPath('/client/cus_aaaaaaaa/presupuestos?plantilla=nueva')
      return screen.findByLabelText('Nombre de la plantilla')
    },
    typed: 'Tres meses',
    keeps: true,
  },
  'accept-budget': {
    open: async () => {
      openOwnBudget()
      fireEvent.click(await screen.findByRole('radio', { name: /Completo/ }))
      const form = await formNamed('accept-budget')
      return form.querySelector<HTMLInputElement>('[name=taxId]') ?? expect.fail('no NIF')
    },
    typed: '12345678Z',
    keeps: true,
  },
  'budget-question': {
    open: async () => {
      openOwnBudget()
      fireEvent.click(await screen.findByRole('button', { name: 'Preguntar' }))
      const form = await formNamed('budget-question')
      return form.querySelector<HTMLTextAreaElement>('[name=text]') ?? expect.fail('no question')
    },
    typed: '¿Es en ayunas?',
    keeps: true,
  },
  'decline-budget': {
    open: async () => {
      openOwnBudget()
      fireEvent.click(await screen.findByRole('button', { name: 'No elegir ninguna' }))
      const form = await formNamed('decline-budget')
      return form.querySelector<HTMLInputElement>('[name=reason]') ?? expect.fail('no reason')
    },
    typed: 'price',
    keeps: false,
  },
}
