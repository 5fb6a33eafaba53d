import { Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CustomerListRow } from '#contract/customer'
import {
  type AccountPresenceFilter,
  accountPresenceFilters,
  type CustomerSortOrder,
  type CustomerWithPathway,
  customerSortOrders,
} from '#contract/customers'
import { type CustomerListName, customerListNames } from '#contract/customer-lists'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { formatInteger, formatInstantAsShortDay } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { toPhoneLink } from '../../ui/phone-link.ts'
import { LoadMoreButton } from '../../ui/load-more.tsx'
import { CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { SearchField, useSearchText } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { CustomerDialog, CustomerImportDialog, RemovedCustomersDialog } from './lazy-dialogs.ts'
import { CustomerMatchCount } from './customer-match-count.tsx'
import { RemoveCustomerDialog } from './remove-customer-dialog.tsx'
import { PathwayStepCell, PathwayTurnCell } from './pathway-cells.tsx'
import {
  ListedCustomerCount,
  CustomerPathwayTable,
  customerListOptions,
  toListOrderText,
} from './customer-pathway-table.tsx'
import { useCustomerListFilter } from './use-customer-list-filter.ts'
import { type CustomerListFilter, useCustomerList } from './use-customers.ts'
import { callApi } from '../../api/call-api.ts'
import { CsvExportButton } from '../../ui/csv-export-button.tsx'
import './customers.css'

export const CUSTOMER_SEARCH_FIELD_ID = 'buscar-clientes'

interface RowActions {
  readonly edit: (customer: CustomerListRow) => void
  readonly remove: (customer: CustomerListRow) => void
}

const Cut = ({ text }: { readonly text: string }) => (
  <span className="customer-cut" title={text}>
    {text}
  </span>
)

const whoColumns: readonly TableColumn<CustomerListRow>[] = [
  {
    title: 'Nombre',
    cell: ({ customerId, name }) => (
      <Link to={`/client/${customerId}`} className="customer-cut customer-name" title={name}>
        {name}
      </Link>
    ),
  },
  { title: 'Email', cell: ({ email }) => <Cut text={email} /> },
  {
    title: 'Teléfono',
    cell: ({ name, phone }) => (
      <>
        <span className="customer-phone">
          <Cut text={phone ?? 'No especificado'} />
        </span>
        {phone && (
          <a className="customer-call" href={toPhoneLink(phone)} aria-label={`Llamar a ${name}`}>
            <Phone size={20} aria-hidden="true" />
          </a>
        )}
      </>
    ),
  },
]

const actionsColumn = ({ edit, remove }: RowActions): TableColumn<CustomerListRow> => ({
  title: 'Acciones',
  cell: (customer) => (
    <ActionsMenu
      label={`Acciones de ${customer.name}`}
      actions={[
        { text: 'Editar', run: () => edit(customer) },
        { text: 'Eliminar', run: () => remove(customer), removes: true },
      ]}
    />
  ),
})

/** The pathway of a new client is computed within two minutes. */
const Unknown = () => (
  <span className="pathway-cell-unknown">
    <span aria-hidden="true">—</span>
    <span className="visually-hidden">Todavía no se sabe</span>
  </span>
)

const pathwayColumns: readonly TableColumn<CustomerWithPathway>[] = [
  { title: 'Paso', cell: ({ pathway }) => (pathway ? <PathwayStepCell pathway={pathway} short /> : <Unknown />) },
  { title: 'Turno', cell: ({ pathway }) => (pathway ? <PathwayTurnCell pathway={pathway} short /> : <Unknown />) },
]

const columns = (actions: RowActions): readonly TableColumn<CustomerWithPathway>[] => [
  ...whoColumns,
  ...pathwayColumns,
  { title: 'Fecha', cell: ({ createdAt }) => formatInstantAsShortDay(createdAt), whole: true },
  actionsColumn(actions),
]

const orderOptions = [
  ['newest', 'Más recientes'],
  ['oldest', 'Más antiguos'],
  ['name', 'Nombre (A-Z)'],
] as const satisfies readonly (readonly [CustomerSortOrder, string])[]

const accountOptions = [
  ['with', 'Con cuenta'],
  ['without', 'Sin cuenta'],
] as const satisfies readonly (readonly [AccountPresenceFilter, string])[]

type Asked = { readonly what: 'create' } | { readonly what: 'edit' | 'remove'; readonly customer: CustomerListRow }

export function CustomerList({ proof }: { readonly proof: FreshMfaProofPrompt }) {
  const [text, setText, search] = useSearchText()
  const { order, setOrder, account, setAccount, listName, setListName } = useCustomerListFilter()
  const filter: CustomerListFilter = { search, order, account }
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const actions: RowActions = {
    edit: (customer) => setAsked({ what: 'edit', customer }),
    remove: (customer) => setAsked({ what: 'remove', customer }),
  }
  return (
    <section className="sheet" aria-labelledby="customers-title">
      <ListHead create={() => setAsked({ what: 'create' })}>
        <ListedCount listName={listName} filter={filter} />
      </ListHead>
      <div className="customer-bar">
        <SearchField
          label="Buscar clientes"
          placeholder="Nombre, email o teléfono"
          id={CUSTOMER_SEARCH_FIELD_ID}
          text={text}
          onText={(words) => {
            // A search covers all clients.
            setListName(undefined)
            setText(words)
          }}
        />
        <SelectField
          label="Situación"
          none="Cualquiera"
          options={customerListOptions}
          value={listName ?? ''}
          onChange={({ target }) => {
            setText('')
            setListName(customerListNames.find((each) => each === target.value))
          }}
        />
        <SelectField
          label="Ordenar por"
          options={orderOptions}
          value={listName ? '' : order}
          disabled={listName !== undefined}
          {...(listName && { none: toListOrderText(listName) })}
          onChange={({ target }) => setOrder(customerSortOrders.find((each) => each === target.value) ?? 'newest')}
        />
        <SelectField
          label="Mostrar"
          none="Todos"
          options={accountOptions}
          value={account ?? ''}
          disabled={listName !== undefined}
          onChange={({ target }) => setAccount(accountPresenceFilters.find((each) => each === target.value))}
        />
      </div>
      {listName ? (
        <CustomerPathwayTable list={listName} before={whoColumns} actions={actionsColumn(actions)} />
      ) : (
        <Customers filter={filter} actions={actions} />
      )}
      <CustomerCsvActions proof={proof} />
      {asked?.what === 'create' && <CustomerDialog close={close} />}
      {asked?.what === 'edit' && <CustomerDialog customerId={asked.customer.customerId} close={close} />}
      {asked?.what === 'remove' && <RemoveCustomerDialog customer={asked.customer} proof={proof} close={close} />}
    </section>
  )
}

const ListHead = ({ create, children }: { readonly create: () => void; readonly children: ReactNode }) => (
  <div className="practice-overview-head customer-head">
    <h2 id="customers-title">Lista de Clientes</h2>
    {children}
    <Button size="small" onClick={create}>
      Nuevo Cliente
    </Button>
  </div>
)

interface ListedCountProps {
  readonly listName: CustomerListName | undefined
  readonly filter: CustomerListFilter
}

const ListedCount = ({ listName, filter }: ListedCountProps) =>
  listName ? <ListedCustomerCount list={listName} /> : <CustomerCount filter={filter} />

function CustomerCount({ filter }: { readonly filter: CustomerListFilter }) {
  const { data } = useCustomerList(filter)
  const shown = data?.pages.flatMap(({ items }) => items).length ?? 0
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <p className="customer-count" role="status">
      {data && `Mostrando ${formatInteger(shown)} de ${formatInteger(total)} clientes`}
    </p>
  )
}

const filterText = ({ search, account }: CustomerListFilter): string =>
  [account && (account === 'with' ? 'con cuenta' : 'sin cuenta'), search && `con «${search}»`]
    .filter(Boolean)
    .join(' y ')

interface CustomersProps {
  readonly filter: CustomerListFilter
  readonly actions: RowActions
}

function Customers({ filter, actions }: CustomersProps) {
  const list = useCustomerList(filter)
  const asked = filterText(filter)
  const { data, error, isPending, refetch } = list
  if (isPending) return <CardLoading text="Cargando clientes..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  const customers = data.pages.flatMap(({ items }) => items)
  const last = data.pages.at(-1)
  return (
    <>
      {last && asked && <CustomerMatchCount {...last} asked={asked} isSearch={filter.search !== ''} />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {customers.length === 0 ? (
        <CardEmpty>
          <p>{asked ? `No se encontraron clientes ${asked}` : 'No hay clientes registrados'}</p>
        </CardEmpty>
      ) : (
        <div className="customer-rows">
          <ResponsiveTable
            caption="Clientes"
            columns={columns(actions)}
            rows={customers}
            keyOf={({ customerId }) => customerId}
            wide={false}
          />
        </div>
      )}
      <LoadMoreButton list={list} />
    </>
  )
}

function CustomerCsvActions({ proof }: { readonly proof: FreshMfaProofPrompt }) {
  const [asked, setAsked] = useState<'import' | 'removed'>()
  const close = () => setAsked(undefined)
  return (
    <div className="customer-files">
      <Button variant="secondary" size="small" onClick={() => setAsked('import')}>
        Importar CSV
      </Button>
      <CsvExportButton
        part={(cursor) => callApi(apiContract.customers.exportAll, { query: cursor ? { cursor } : {} })}
        file="clientes"
        done="Clientes exportados"
        proof={proof}
      />
      <Button variant="plain" size="small" onClick={() => setAsked('removed')}>
        Clientes eliminados
      </Button>
      {asked === 'import' && <CustomerImportDialog proof={proof} close={close} />}
      {asked === 'removed' && <RemovedCustomersDialog close={close} />}
    </div>
  )
}
