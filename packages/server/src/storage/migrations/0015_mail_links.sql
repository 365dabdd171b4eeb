-- One address is one text, however it was typed.
UPDATE reviewers SET email = lower(email) WHERE email IS NOT NULL;
CREATE INDEX reviewers_email ON reviewers (email);

CREATE TABLE mail_requests (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  attempt BIGINT NOT NULL
);
CREATE INDEX mail_requests_due ON mail_requests (due_at);
