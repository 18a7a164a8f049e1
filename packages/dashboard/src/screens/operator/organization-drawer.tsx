import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { useAction } from '../../api/actions.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Button, Facts, Time } from '../../components/elements.tsx';
import { ConfirmDialog, Drawer } from '../../components/dialogs.tsx';
import { Copied } from '../../components/code-block.tsx';
import { ErrorMessage, Loading, useAnnounce } from '../../components/loading.tsx';
import { Field } from '../../components/field.tsx';
import { shownName } from '../../components/shown-values.ts';
import type { Organization } from '@booking-service/contract/admin';
import { useMay } from '../../session/use-may.ts';
import { CreateLink } from './sessions.tsx';
import { StandingBadge } from './holder-fields.tsx';

const onePath = '/organizations/{organization_id}';

/** One organization: its standing, its limits, and the links that sign its people in. */
export function OrganizationDrawer({ id }: { readonly id: string }): ReactNode {
  const { close } = useRowAddress('/operator/organizations');
  const { data, error, refetch } = api.useQuery('get', onePath, { params: { path: { organization_id: id } } });
  return (
    <Drawer
      title={data ? shownName(data.name) : 'Organization'}
      onClose={close}
      head={
        data && (
          <div className="row">
            <StandingBadge standing={data.standing} />
          </div>
        )
      }
    >
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="the organization" />}
      {data && <OrganizationDetails organization={data} />}
    </Drawer>
  );
}

function OrganizationDetails({ organization }: { readonly organization: Organization }): ReactNode {
  const { id, created, webhook_url, test_allowance, test_confirmed, rate_limit } = organization;
  const mayLink = useMay('createDashboardLink');
  const maySeeAudit = useMay('listAuditEntries');
  const maySetStanding = useMay('setStanding');
  const maySetLimits = useMay('setLimits');
  const [isLinking, setLinking] = useState(false);
  return (
    <>
      <Facts
        rows={[
          ['Id', <Copied key="id" text={id} label="Copy the id" />],
          ['Created', <Time key="created" at={created} isExact />],
          ['Test bookings', `${test_confirmed} of ${test_allowance} confirmed`],
          ['Webhook URL', webhook_url === null ? 'None' : <code key="url">{webhook_url}</code>],
        ]}
      />
      <div className="row">
        <Link className="button" href={`/organizations/${id}`}>
          Open its dashboard
        </Link>
        {mayLink && <Button onClick={() => setLinking(true)}>Create sign-in link…</Button>}
        {maySeeAudit && (
          <Link className="button" href={`/organizations/${id}/audit`}>
            Audit log
          </Link>
        )}
        {maySetStanding && <Standing organization={organization} />}
      </div>
      {maySetLimits && <Limits key={`${rate_limit} ${test_allowance}`} organization={organization} />}
      {isLinking && <CreateLink organization_id={id} onClose={() => setLinking(false)} />}
    </>
  );
}

function Standing({ organization: { id, name, standing } }: { readonly organization: Organization }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const isActive = standing === 'active';
  const change = async () => {
    await admin.PUT('/organizations/{organization_id}/standing', {
      params: { path: { organization_id: id } },
      body: { standing: isActive ? 'suspended' : 'active' },
    });
    await invalidate('/organizations', onePath);
    announce(isActive ? 'The organization is suspended.' : 'The organization is active again.');
  };
  return (
    <>
      <Button kind={isActive ? 'danger' : 'normal'} onClick={() => setAsking(true)}>
        {isActive ? 'Suspend…' : 'Resume…'}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isActive ? `Suspend “${shownName(name)}”?` : `Resume “${shownName(name)}”?`}
          confirm={isActive ? 'Suspend organization' : 'Resume organization'}
          isDangerous={isActive}
          onConfirm={change}
          onClose={() => setAsking(false)}
        >
          <p>
            {isActive
              ? 'Its requests are refused from the next one on, with org_suspended. You can resume it at any time.'
              : 'Its requests are served again from the next one on.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Limits({ organization }: { readonly organization: Organization }): ReactNode {
  const [rate, setRate] = useState(String(organization.rate_limit));
  const [allowance, setAllowance] = useState(String(organization.test_allowance));
  const { isBusy, error, run } = useAction();
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const [rate_limit, test_allowance] = [Number(rate), Number(allowance)];
  const isNew = rate_limit !== organization.rate_limit || test_allowance !== organization.test_allowance;
  const save = async () => {
    await admin.PUT('/organizations/{organization_id}/limits', {
      params: { path: { organization_id: organization.id } },
      body: { rate_limit, test_allowance },
    });
    await invalidate('/organizations', onePath);
    announce('The limits are saved.');
  };
  return (
    <form
      className="stack"
      aria-labelledby="limits"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <h3 id="limits">Limits</h3>
      <div className="grid">
        <Field
          label="Requests in 5 minutes"
          type="number"
          min={1}
          max={1_000_000_000}
          isRequired
          value={rate}
          onChange={setRate}
        />
        <Field
          label="Confirmed test bookings"
          type="number"
          min={0}
          max={1_000_000_000}
          isRequired
          value={allowance}
          onChange={setAllowance}
        />
      </div>
      {error !== null && <ErrorMessage error={error} />}
      <Button type="submit" isBusy={isBusy} isDisabled={!isNew}>
        Save limits
      </Button>
    </form>
  );
}
