CREATE TABLE billing_accounts (
  project_id TEXT NOT NULL PRIMARY KEY,
  tier TEXT NOT NULL,
  status TEXT NOT NULL,
  customer_id TEXT,
  current_period_end BIGINT,
  state_at BIGINT NOT NULL,
  state_rank BIGINT NOT NULL
);
CREATE INDEX billing_accounts_customer ON billing_accounts (customer_id);

CREATE TABLE billing_events (
  id TEXT NOT NULL PRIMARY KEY,
  received_at BIGINT NOT NULL
);

CREATE TABLE usage_months (
  project_id TEXT NOT NULL,
  month_start BIGINT NOT NULL,
  approvals BIGINT NOT NULL,
  PRIMARY KEY (project_id, month_start)
);
